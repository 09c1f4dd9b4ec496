// SPDX-License-Identifier: Apache-2.0

/// The settings for encoders of all formats; each encoder ignores the settings that it does not
/// have.
package struct EncoderSettings: Hashable, Sendable {
    /// The quality of a lossy file, in ``JPEGOptions/qualityRange``.
    package var quality = JPEGOptions.defaultQuality

    /// The density of color samples in a JPEG.
    package var subsampling = JPEGOptions.Subsampling.s420

    /// Whether a JPEG is progressive.
    package var isProgressive = false

    /// Whether a JPEG gets Huffman tables computed for the image.
    package var isOptimized = false

    /// The compression level of a PNG, in ``PNGOptions/compressionRange``; nil for this module's own
    /// encoder.
    package var compression: Int?

    /// The effort of an encoder that has one, from 0 for the fastest to 9 for the smallest file; nil for the
    /// default of the format.
    package var effort: Int?

    /// Whether to encode without loss where the format has both lossy and lossless files.
    package var isLossless = false

    /// Whether to dither when 16 bits are rounded to 8.
    package var dithers = false

    /// Creates the default settings.
    package init() {}
}
