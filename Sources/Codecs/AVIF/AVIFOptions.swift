// SPDX-License-Identifier: Apache-2.0

/// The options of an AVIF encoder.
public struct AVIFOptions: Hashable, Sendable {
    /// The accepted efforts: the lowest is the fastest, the highest gives the smallest files.
    public static let effortRange: ClosedRange<Int> = 0...4

    /// The effort of the encoder unless another is chosen.
    public static let defaultEffort = 2

    /// The quality on the scale of JPEG, in ``JPEGOptions/qualityRange``.
    public var quality: Int {
        willSet {
            precondition(JPEGOptions.qualityRange.contains(newValue), "the quality is out of range")
        }
    }

    /// The effort spent to make the file smaller, in ``effortRange``.
    public var effort: Int {
        willSet { precondition(Self.effortRange.contains(newValue), "the effort is out of range") }
    }

    /// The sample precision; sixteen bits become ten in the file.
    public var bitDepth: SampleDepth

    /// Whether to dither when 16 bits are rounded to 8; ignored at 16 bits.
    public var dither: Bool

    /// Creates options for an AVIF encoder from a quality and an effort.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``JPEGOptions/qualityRange``.
    ///   - effort: The effort, in ``effortRange``.
    ///   - bitDepth: The sample precision.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = JPEGOptions.defaultQuality,
        effort: Int = Self.defaultEffort,
        bitDepth: SampleDepth = .eight,
        dither: Bool = false
    ) {
        precondition(JPEGOptions.qualityRange.contains(quality), "the quality is out of range")
        precondition(Self.effortRange.contains(effort), "the effort is out of range")
        self.quality = quality
        self.effort = effort
        self.bitDepth = bitDepth
        self.dither = dither
    }
}
