// SPDX-License-Identifier: Apache-2.0

public import Raster

/// What the first bytes of a file say about the picture in it.
public struct ImageHeader: Hashable, Sendable {
    /// The format.
    public var format: ImageFormat

    /// The extent of the stored rows.
    public var codedSize: PixelSize

    /// How the stored rows must be turned for display.
    public var orientation: Orientation

    /// The channels that the decoder delivers.
    ///
    /// A palette counts as RGB, a transparent color as alpha, CMYK and YCCK as RGB.
    public var layout: ChannelLayout

    /// The precision of the stored samples.
    public var bitDepth: SampleDepth

    /// The precision that the delivered samples need.
    ///
    /// More than ``bitDepth`` where the decoder computes them: inks that are mixed, and a PNG whose
    /// gAMA chunk may ask for another transfer function.
    public var deliveredDepth: SampleDepth

    /// Whether the rows can be decoded in order with memory for a few of them.
    ///
    /// False for a JPEG in several scans and an interlaced PNG, which are materialized once.
    public var isStreamable: Bool

    /// An upper estimate of the bytes that decoding allocates, bands and the file itself excluded.
    ///
    /// The color profile is counted, with the copy that the decoder keeps.
    public var decoderByteCount: Int

    /// The most bytes that the color profile of the file may have; 0 without one.
    ///
    /// Exact for a JPEG. That of a PNG is compressed, and never by more than 1032 to 1.
    public var profileByteCount: Int

    /// What decoding costs relative to a streamable file of the same size and format.
    ///
    /// 1 for a streamable file, 2 for an interlaced PNG, the number of scans for any other JPEG; of
    /// one that is still arriving, the usual number: 10 when progressive.
    public var decodingPasses: Int

    /// The planes that a JPEG stores, where they can be decoded as such: gray, or YCbCr whose samples
    /// stand for whole pixels each; nil for anything else.
    public var planes: JPEGPlanes?

    /// The extent for display.
    public var size: PixelSize { orientation.displaySize(of: codedSize) }
}
