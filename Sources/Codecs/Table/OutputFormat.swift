// SPDX-License-Identifier: Apache-2.0

/// A format that this library writes.
public struct OutputFormat: Hashable, Sendable {
    private let encoder: any WrittenFormat.Type

    /// Creates the format that a type of encoder options belongs to.
    init(_ encoder: any WrittenFormat.Type) { self.encoder = encoder }

    /// JPEG, without alpha.
    public static let jpeg = OutputFormat(JPEGOptions.self)

    /// PNG.
    public static let png = OutputFormat(PNGOptions.self)

    /// The same format in ``ImageFormat``; this also lists the formats that are only read.
    package var format: ImageFormat { encoder.format }

    /// The media type as registered with IANA.
    public var mediaType: String { format.mediaType }

    /// The customary file name extension, without the dot.
    public var fileExtension: String { format.fileExtension }

    /// Whether files keep alpha; without it, a render puts the image on a background.
    public var keepsAlpha: Bool { encoder.keepsAlpha }

    /// Whether the file of a gray image has one color channel, as described by a gray color
    /// profile.
    package var keepsGray: Bool { encoder.keepsGray }

    /// Whether files state the color profile of their samples; a result without is converted to sRGB.
    package var keepsProfile: Bool { encoder.keepsProfile }

    /// Whether files can hold the frames of a moving image.
    package var moves: Bool { encoder.moves }

    /// Whether a still is written in the format only if it is asked for: files are larger, or worse, than PNG.
    package var isForMotion: Bool { self == .gif || self == .apng }

    /// Returns the encoder options of the format for general settings.
    ///
    /// - Parameter settings: The settings, of which the encoder takes those that it has.
    /// - Returns: The options.
    package func encoding(_ settings: EncoderSettings) -> EncodingOptions {
        encoder.init(settings).encoding
    }

    /// WebP; only the Frostpane program can write, if libwebp is installed.
    public static let webp = OutputFormat(WebPOptions.self)

    /// AVIF; only the Frostpane program can write, if libavif is installed.
    public static let avif = OutputFormat(AVIFOptions.self)

    /// JPEG XL; only the Frostpane program can write, if libjxl is installed.
    public static let jpegXL = OutputFormat(JPEGXLOptions.self)

    /// GIF, with at most 255 colors in each frame.
    public static let gif = OutputFormat(GIFOptions.self)

    /// Animated PNG; a still is an ordinary PNG.
    public static let apng = OutputFormat(APNGOptions.self)

    /// Returns the default format of a moving result: the image's own if its frames can be written, else WebP.
    package static func usualForMotion(of picture: ImageFormat) -> OutputFormat {
        switch picture {
        case .gif: .gif
        case .png: .apng
        case .jpeg, .webp, .apng, .heic, .avif, .tiff, .bmp, .ico, .pdf, .jpegXL, .jpeg2000, .psd,
            .mng, .svg, .raw:
            .webp
        }
    }

    /// Returns the default format of a result: the image's own if that is JPEG, PNG or WebP and
    /// can be written; otherwise JPEG if the image's is lossy, or PNG.
    ///
    /// AVIF and JPEG XL are written if they are asked for: AVIF takes ten times as long as WebP.
    package static func usual(
        for picture: ImageFormat,
        among available: [OutputFormat]? = nil
    ) -> OutputFormat {
        if let output = picture.output, [.jpeg, .png, .webp].contains(output),
            available?.contains(output) ?? output.isAvailable
        {
            return output
        }
        return picture.isLossy ? .jpeg : .png
    }
}

extension OutputFormat: RawRepresentable, CaseIterable {
    /// All formats that are written, in the order of ``ImageFormat``.
    public static let allCases = ImageFormat.allCases.compactMap(\.output)

    /// The formats that can be written now, as their codecs are built in or installed.
    package static var available: [OutputFormat] { allCases.filter(\.isAvailable) }

    /// Whether files of the format can be written now: its codec is built in or installed.
    package var isAvailable: Bool {
        !(encoder is any ForeignWrittenFormat.Type)
            || ForeignCodecHost.current?.library(of: format) != nil
    }

    /// The short name of the format, such as `jpeg`.
    public var rawValue: String { format.rawValue }

    /// Finds a format by its short name; nil if there is none, or if such files are not written.
    public init?(rawValue: String) {
        guard let output = ImageFormat(rawValue: rawValue)?.output else { return nil }
        self = output
    }
}
