// SPDX-License-Identifier: Apache-2.0

/// The settings of all encoders, of which each format takes those that it has.
public struct EncoderSettings: Hashable, Sendable {
    /// The quality of a JPEG, in ``JPEGOptions/qualityRange``.
    public var quality = JPEGOptions.defaultQuality

    /// The density of color samples in a JPEG.
    public var subsampling = JPEGOptions.Subsampling.s420

    /// Whether a JPEG is progressive.
    public var isProgressive = false

    /// Whether a JPEG has Huffman tables made for the picture.
    public var isOptimized = false

    /// The compression level of a PNG, in ``PNGOptions/compressionRange``; nil for this module's own
    /// encoder.
    public var compression: Int?

    /// Whether to dither when 16 bits are rounded to 8.
    public var dithers = false

    /// Creates the defaults.
    public init() {}
}
