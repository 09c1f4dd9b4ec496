// SPDX-License-Identifier: Apache-2.0

/// The options of a JPEG XL encoder.
public struct JPEGXLOptions: Hashable, Sendable {
    /// The accepted efforts: the lowest is the fastest, the highest gives the smallest files.
    public static let effortRange: ClosedRange<Int> = 1...9

    /// The effort of the encoder unless another is chosen.
    public static let defaultEffort = 3

    /// The quality on the scale of JPEG, in ``JPEGOptions/qualityRange``; ignored for a lossless
    /// file.
    public var quality: Int {
        willSet {
            precondition(JPEGOptions.qualityRange.contains(newValue), "the quality is out of range")
        }
    }

    /// The effort spent to make the file smaller, in ``effortRange``.
    public var effort: Int {
        willSet { precondition(Self.effortRange.contains(newValue), "the effort is out of range") }
    }

    /// Whether to encode without loss.
    public var lossless: Bool

    /// The sample precision.
    public var bitDepth: SampleDepth

    /// Whether to dither when 16 bits are rounded to 8; ignored at 16 bits.
    public var dither: Bool

    /// Creates options for a JPEG XL encoder from a quality and an effort, or for a lossless file.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``JPEGOptions/qualityRange``.
    ///   - effort: The effort, in ``effortRange``.
    ///   - lossless: Whether every sample is kept.
    ///   - bitDepth: The sample precision.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = JPEGOptions.defaultQuality,
        effort: Int = Self.defaultEffort,
        lossless: Bool = false,
        bitDepth: SampleDepth = .eight,
        dither: Bool = false
    ) {
        precondition(JPEGOptions.qualityRange.contains(quality), "the quality is out of range")
        precondition(Self.effortRange.contains(effort), "the effort is out of range")
        self.quality = quality
        self.effort = effort
        self.lossless = lossless
        self.bitDepth = bitDepth
        self.dither = dither
    }
}
