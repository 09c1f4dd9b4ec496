// SPDX-License-Identifier: Apache-2.0

/// The options of an AVIF encoder.
public struct AVIFOptions: Hashable, Sendable {
    /// The values of the options; the effort is on the scale of the format.
    package var settings = EncoderSettings()

    /// The accepted efforts: the lowest is the fastest, the highest gives the smallest files.
    public static let effortRange: ClosedRange<Int> = 0...4

    /// The effort of the encoder unless another is chosen.
    public static let defaultEffort = 2

    /// The quality on the scale of JPEG, in ``JPEGOptions/qualityRange``.
    public var quality: Int {
        get { settings[.quality] }
        set { settings[.quality] = newValue }
    }

    /// The effort spent to make the file smaller, in ``effortRange``.
    public var effort: Int {
        get { settings[.effort] }
        set {
            precondition(Self.effortRange.contains(newValue), "the effort is out of range")
            settings[.effort] = newValue
        }
    }

    /// The density of color samples; ignored for gray.
    public var subsampling: JPEGOptions.Subsampling {
        get { settings.subsampling }
        set { settings.subsampling = newValue }
    }

    /// The sample precision; sixteen bits become ten in the file.
    public var bitDepth = SampleDepth.eight

    /// Whether to dither when 16 bits are rounded to 8; ignored at 16 bits.
    public var dither: Bool {
        get { settings[flag: .dither] }
        set { settings[flag: .dither] = newValue }
    }

    /// Creates options for an AVIF encoder from a quality and an effort.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``JPEGOptions/qualityRange``.
    ///   - effort: The effort, in ``effortRange``.
    ///   - subsampling: The density of color samples.
    ///   - bitDepth: The sample precision.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = JPEGOptions.defaultQuality,
        effort: Int = Self.defaultEffort,
        subsampling: JPEGOptions.Subsampling = .automatic,
        bitDepth: SampleDepth = .eight,
        dither: Bool = false
    ) {
        self.quality = quality
        self.effort = effort
        self.subsampling = subsampling
        self.bitDepth = bitDepth
        self.dither = dither
    }
}
