// SPDX-License-Identifier: Apache-2.0

/// A format that this library writes.
public struct OutputFormat: Hashable, Sendable {
    private let encoder: any WrittenFormat.Type

    /// Takes the format of an encoder's options.
    init(_ encoder: any WrittenFormat.Type) { self.encoder = encoder }

    /// JPEG, which has no alpha.
    public static let jpeg = OutputFormat(JPEGOptions.self)

    /// PNG.
    public static let png = OutputFormat(PNGOptions.self)

    /// The same format in the list of all formats, read or written.
    package var format: ImageFormat { encoder.format }

    /// The media type as registered with IANA.
    public var mediaType: String { format.mediaType }

    /// The customary ending of file names, without the dot.
    public var fileExtension: String { format.fileExtension }

    /// Whether files keep alpha; without it, a render puts the picture on a background.
    public var keepsAlpha: Bool { encoder.keepsAlpha }

    /// Returns the options of the encoder.
    ///
    /// - Parameter settings: The settings, of which the encoder takes those that it has.
    /// - Returns: The options.
    package func encoding(_ settings: EncoderSettings) -> EncodingOptions {
        encoder.init(settings).encoding
    }

    /// WebP, which the program alone can write, if its library is installed.
    public static let webp = OutputFormat(WebPOptions.self)

    /// AVIF, which the program alone can write, if its library is installed.
    public static let avif = OutputFormat(AVIFOptions.self)

    /// JPEG XL, which the program alone can write, if its library is installed.
    public static let jpegXL = OutputFormat(JPEGXLOptions.self)

    /// Returns the default format of results: that of the picture if it can be written now at little cost, JPEG
    /// for other photos, and PNG, which loses nothing, for the rest.
    ///
    /// AVIF and JPEG XL are written if they are asked for: AVIF takes ten times as long as WebP.
    package static func usual(
        for picture: ImageFormat,
        among available: [OutputFormat] = OutputFormat.available
    ) -> OutputFormat {
        if let output = picture.output, [.jpeg, .png, .webp].contains(output),
            available.contains(output)
        {
            return output
        }
        return picture.isLossy ? .jpeg : .png
    }
}

extension OutputFormat: RawRepresentable, CaseIterable {
    /// All formats that are written, in the order of ``ImageFormat``.
    public static let allCases = ImageFormat.allCases.compactMap(\.output)

    /// The formats that can be written now, as their libraries are installed.
    package static var available: [OutputFormat] { allCases.filter(\.isAvailable) }

    /// Whether files can be written now: the library of a foreign format is installed.
    package var isAvailable: Bool {
        !format.isForeign || ForeignCodecHost.current?.library(of: format) != nil
    }

    /// The name of the format.
    public var rawValue: String { format.rawValue }

    /// Finds a format by its name; nil if there is none or if it is not written.
    public init?(rawValue: String) {
        guard let output = ImageFormat(rawValue: rawValue)?.output else { return nil }
        self = output
    }
}
