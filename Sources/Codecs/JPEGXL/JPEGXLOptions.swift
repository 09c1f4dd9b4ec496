// SPDX-License-Identifier: Apache-2.0

/// The options of a JPEG XL encoder.
public struct JPEGXLOptions: Hashable, Sendable {
    /// The accepted efforts, from the fastest to the smallest files.
    public static let effortRange: ClosedRange<Int> = 1...9

    /// The default effort.
    public static let defaultEffort = 3

    /// The quality on the scale of JPEG, in ``JPEGOptions/qualityRange``; without effect on a lossless file.
    public var quality: Int {
        willSet {
            precondition(JPEGOptions.qualityRange.contains(newValue), "the quality is out of range")
        }
    }

    /// The effort, in ``effortRange``.
    public var effort: Int {
        willSet { precondition(Self.effortRange.contains(newValue), "the effort is out of range") }
    }

    /// Whether every sample of 8 bits is kept.
    public var lossless: Bool

    /// Whether to dither when 16 bits are rounded to 8.
    public var dither: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``JPEGOptions/qualityRange``.
    ///   - effort: The effort, in ``effortRange``.
    ///   - lossless: Whether every sample of 8 bits is kept.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = JPEGOptions.defaultQuality,
        effort: Int = Self.defaultEffort,
        lossless: Bool = false,
        dither: Bool = false
    ) {
        precondition(JPEGOptions.qualityRange.contains(quality), "the quality is out of range")
        precondition(Self.effortRange.contains(effort), "the effort is out of range")
        self.quality = quality
        self.effort = effort
        self.lossless = lossless
        self.dither = dither
    }
}
