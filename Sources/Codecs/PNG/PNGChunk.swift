// SPDX-License-Identifier: Apache-2.0

/// The type and the position of a chunk in a PNG file.
struct PNGChunk {
    /// The type of a chunk: its four letters as one number.
    struct Kind: Hashable {
        let code: Int

        init(_ code: Int) { self.code = code }

        init(_ name: StaticString) {
            code = name.description.utf8.reduce(0) { $0 << 8 | Int($1) }
        }

        static let header = Kind("IHDR")
        static let pixels = Kind("IDAT")
        static let end = Kind("IEND")
        static let transparency = Kind("tRNS")
        static let gamma = Kind("gAMA")
        static let chromaticities = Kind("cHRM")
        static let codingPoints = Kind("cICP")
        static let profile = Kind("iCCP")
        static let standardColor = Kind("sRGB")
        static let exif = Kind("eXIf")
        static let animationControl = Kind("acTL")
        static let frameControl = Kind("fcTL")
        static let frameData = Kind("fdAT")
        static let phoneOptimized = Kind("CgBI")
    }

    /// The length of the signature that precedes the first chunk.
    static let signatureByteCount = 8

    let type: Kind
    let contents: Range<Int>

    /// The offset of the next chunk, after the checksum.
    var end: Int { contents.upperBound + 4 }

    /// Reads the header of the chunk at an offset.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - offset: The offset of the chunk.
    ///   - isWhole: Whether the whole chunk must be present; otherwise the header is enough for a
    ///     chunk of pixels.
    /// - Throws: `truncated` or `corrupt`.
    init(_ bytes: Span<UInt8>, at offset: Int, isWhole: Bool) throws(CodecError) {
        guard let length = bytes.bigEndian32(at: offset),
            let code = bytes.bigEndian32(at: offset + 4)
        else { throw .truncated }
        guard length <= Int(Int32.max) else { throw .corrupt(.structure(offset: offset)) }
        type = Kind(code)
        contents = (offset + 8)..<(offset + 8 + length)
        guard end <= bytes.count || (type == .pixels && !isWhole) else { throw .truncated }
    }

    /// Whether the checksum of the chunk is correct.
    ///
    /// Reference: ISO/IEC 15948:2004, annex D.
    func hasValidChecksum(_ bytes: Span<UInt8>) -> Bool {
        let checksum = bytes.checksum((contents.lowerBound - 4)..<contents.upperBound)
        return bytes.bigEndian32(at: contents.upperBound) == Int(checksum)
    }
}
