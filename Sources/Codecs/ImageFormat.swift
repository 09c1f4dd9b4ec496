// SPDX-License-Identifier: Apache-2.0

/// A file format that this library reads and writes.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, ITU-T T.81.
    case jpeg
    /// PNG, ISO/IEC 15948.
    case png

    /// The media type as registered with IANA.
    public var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        }
    }

    /// The customary file extension, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        }
    }

    /// The number of bytes that ``sniff(_:)`` needs to decide.
    public static let signatureByteCount = 8

    /// Detects the format from the first bytes of a file.
    ///
    /// - Parameter bytes: The beginning of the file, of any length.
    /// - Returns: The format, or nil if the bytes begin neither a JPEG nor a PNG.
    public static func sniff(_ bytes: Span<UInt8>) -> ImageFormat? {
        if bytes.starts(with: 0xFF_D8FF, byteCount: 3) { return .jpeg }
        if bytes.starts(with: 0x8950_4E47_0D0A_1A0A, byteCount: 8) { return .png }
        return nil
    }
}
