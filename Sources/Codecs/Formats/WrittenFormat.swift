// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The options of an encoder, with the facts about its format that a render needs.
///
/// A written format consists of a type that conforms, its case in ``EncodingOptions``, and its
/// ``ImageFormat/Row``.
protocol WrittenFormat: Hashable, Sendable {
    /// The format of the encoded file.
    static var format: ImageFormat { get }

    /// Whether files keep alpha; without it, a render puts the image on a background.
    static var keepsAlpha: Bool { get }

    /// Whether the file of a gray image has one color channel, as described by a gray color
    /// profile.
    static var keepsGray: Bool { get }

    /// Whether files can hold the frames of a moving image; then the options are a `MovingFormat`.
    static var moves: Bool { get }

    /// Whether files state the color profile of their samples; without, samples are sRGB.
    static var keepsProfile: Bool { get }

    /// Creates options from the settings of this format, and ignores settings of other formats.
    init(_ settings: EncoderSettings)

    /// The same options as a case of ``EncodingOptions``.
    var encoding: EncodingOptions { get }

    /// The names and values of the options in a fixed order; equal lists give equal files from
    /// equal pixels.
    var listing: [EncoderSetting] { get }

    /// The precision of the samples in the file.
    var depth: SampleDepth { get }

    /// Whether to dither when samples of 16 bits are rounded to ``depth``.
    var dithers: Bool { get }

    /// Whether the encoder writes nothing before it has the last row.
    var isHeldBack: Bool { get }

    /// Returns the cost of encoding a sample of an image of a size, in multiples of a simple pass over the
    /// samples, measured on photos.
    func passes(size: PixelSize) -> Int

    /// Returns the same options for samples of 8 or 16 bits, if the format can store both.
    func storing(_ depth: SampleDepth) -> EncodingOptions

    /// Returns the same options with the choices that depend on the image.
    func adapted(to traits: ImageTraits) -> EncodingOptions

    /// The greatest amount of memory that the encoder allocates, in bytes, in addition to the fixed
    /// amount of all encoders.
    func workingByteCount(size: PixelSize, layout: ChannelLayout, profileByteCount: Int) -> Int

    /// The greatest size of the encoded pixels, in bytes.
    func maximumPixelByteCount(size: PixelSize, layout: ChannelLayout) -> Int

    /// Creates an encoder of rows, and begins its file.
    ///
    /// - Parameters:
    ///   - size: The extent, at least 1 by 1.
    ///   - layout: The channels.
    ///   - profile: A color profile that fits the channels; nil for sRGB.
    ///   - output: Takes the file.
    /// - Returns: The encoder of rows.
    /// - Throws: `sideTooLong` for a size that the format cannot hold, `outOfMemory` or `sinkClosed`.
    func makeWriter(
        size: PixelSize,
        layout: ChannelLayout,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) -> any RowWriter & ~Copyable
}

extension WrittenFormat {
    /// True by default.
    static var keepsGray: Bool { true }

    /// False by default, for formats of stills.
    static var moves: Bool { false }

    /// True by default.
    static var keepsProfile: Bool { true }

    /// Returns the same options, as the format stores samples of one precision only.
    func storing(_ depth: SampleDepth) -> EncodingOptions { encoding }

    /// Returns the same options, as the encoder adapts to the image by itself.
    func adapted(to traits: ImageTraits) -> EncodingOptions { encoding }
}

/// An encoder of one file, row by row.
protocol RowWriter: ~Copyable {
    /// Encodes the next row of interleaved bytes.
    func writeRow(_ row: Span<UInt8>) throws(CodecError)

    /// Completes the file after the last row.
    func finish() throws(CodecError)
}

extension Samples<UInt8> {
    /// Interleaves the samples of a row.
    mutating func pack(
        _ band: borrowing Band<Straight>,
        row: Int,
        as packing: PackedSamples,
        _ dither: Dither
    ) {
        var bytes = mutableSpan(0..<count)
        band.pack(row: row, as: packing, dither: dither, into: &bytes)
    }
}
