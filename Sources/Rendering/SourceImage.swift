// SPDX-License-Identifier: Apache-2.0

public import Codecs

/// An uploaded picture whose header was read and found acceptable; nothing is decoded yet.
public struct SourceImage: Sendable {
    /// The file, byte for byte.
    public let bytes: [UInt8]

    /// What the file says of itself.
    public let header: ImageHeader

    /// Reads the header of a picture.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - limits: What a picture may measure.
    /// - Throws: ``RenderError/codec(_:)`` when it is no picture, or one that is refused.
    /// - Complexity: O(the length of the header); no allocation by the size of the picture.
    public init(bytes: [UInt8], limits: DecodeLimits) throws(RenderError) {
        do {
            header = try ImageHeader.probe(bytes.span, limits: limits)
        } catch {
            throw .codec(error)
        }
        self.bytes = bytes
    }

    /// Takes a picture whose header was read before.
    ///
    /// - Parameters:
    ///   - bytes: A whole PNG or JPEG file.
    ///   - header: What an earlier look at these very bytes found.
    public init(bytes: [UInt8], header: ImageHeader) {
        self.bytes = bytes
        self.header = header
    }
}
