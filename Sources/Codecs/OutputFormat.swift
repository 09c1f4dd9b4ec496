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

    /// The row of the format.
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

    /// Returns the default format of results: that of the picture if it can be written, otherwise
    /// PNG, which loses nothing.
    package static func usual(for picture: ImageFormat) -> OutputFormat { picture.output ?? .png }
}

extension OutputFormat: RawRepresentable, CaseIterable {
    /// All formats that are written, in the order of ``ImageFormat``.
    public static let allCases = ImageFormat.allCases.compactMap(\.output)

    /// The name of the format.
    public var rawValue: String { format.rawValue }

    /// Finds a format by its name; nil if there is none or if it is not written.
    public init?(rawValue: String) {
        guard let output = ImageFormat(rawValue: rawValue)?.output else { return nil }
        self = output
    }
}
