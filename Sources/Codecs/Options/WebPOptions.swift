// SPDX-License-Identifier: Apache-2.0

/// The options of a WebP encoder.
public struct WebPOptions: Hashable, Sendable {
    /// The values of the options; the effort is on the scale of the format.
    package var settings = EncoderSettings()

    /// The accepted efforts: the lowest is the fastest, the highest gives the smallest files.
    public static let effortRange: ClosedRange<Int> = 0...6

    /// The effort of the encoder unless another is chosen.
    public static let defaultEffort = 4

    /// The quality on the scale of JPEG, in ``JPEGOptions/qualityRange``; ignored for a lossless
    /// file.
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

    /// The choice of color samples, of which a lossy file always has one for two by two pixels.
    ///
    /// ``JPEGOptions/Subsampling/s420`` takes the mean of the pixels' colors.
    /// ``JPEGOptions/Subsampling/s444`` takes the samples that keep edges between colors sharpest.
    public var subsampling: JPEGOptions.Subsampling {
        get { settings.subsampling }
        set { settings.subsampling = newValue }
    }

    /// Whether to encode without loss, with 8 bits per sample.
    public var lossless: Bool {
        get { settings[flag: .lossless] }
        set { settings[flag: .lossless] = newValue }
    }

    /// Whether to dither when 16 bits are rounded to 8.
    public var dither: Bool {
        get { settings[flag: .dither] }
        set { settings[flag: .dither] = newValue }
    }

    /// Creates options for a WebP encoder from a quality and an effort, or for a lossless file.
    ///
    /// - Parameters:
    ///   - quality: The quality, in ``JPEGOptions/qualityRange``.
    ///   - effort: The effort, in ``effortRange``.
    ///   - subsampling: The choice of color samples.
    ///   - lossless: Whether every sample of 8 bits is kept.
    ///   - dither: Whether to dither when 16 bits are rounded to 8.
    public init(
        quality: Int = JPEGOptions.defaultQuality,
        effort: Int = Self.defaultEffort,
        subsampling: JPEGOptions.Subsampling = .automatic,
        lossless: Bool = false,
        dither: Bool = false
    ) {
        self.quality = quality
        self.effort = effort
        self.subsampling = subsampling
        self.lossless = lossless
        self.dither = dither
    }
}
