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

    /// Whether the rows can be decoded in order with memory for a few of them.
    ///
    /// False for a JPEG in several scans and an interlaced PNG, which are materialized once.
    public var isStreamable: Bool

    /// An upper estimate of the bytes that decoding allocates, bands and the file itself excluded.
    public var decoderByteCount: Int

    /// The extent for display.
    public var size: PixelSize { orientation.displaySize(of: codedSize) }
}
