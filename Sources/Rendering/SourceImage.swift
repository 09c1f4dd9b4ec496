// SPDX-License-Identifier: Apache-2.0

public import Codecs

/// An uploaded picture whose header was read and accepted; nothing is decoded yet.
public struct SourceImage: Sendable {
    /// The file, byte for byte.
    public let bytes: [UInt8]

    /// The format, size and layout that the file's header states.
    public let header: ImageHeader

    /// An object that accounts for the memory of the bytes, and is released with the picture.
    public var reservation: (any AnyObject & Sendable)?

    /// Reads the header of a picture.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - limits: The largest size of a picture.
    /// - Throws: ``RenderError/codec(_:)`` when the file is no picture, or a refused one.
    /// - Complexity: O(the length of the header); allocates nothing that grows with the picture.
    public init(bytes: [UInt8], limits: DecodeLimits) throws(RenderError) {
        do {
            header = try ImageHeader.probe(bytes.span, limits: limits)
        } catch {
            throw .codec(error)
        }
        self.bytes = bytes
    }

    /// Creates a source from a header that was read before.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - header: The result of an earlier probe of the same bytes.
    public init(bytes: [UInt8], header: ImageHeader) {
        self.bytes = bytes
        self.header = header
    }
}
