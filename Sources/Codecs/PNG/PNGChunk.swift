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
        static let palette = Kind("PLTE")
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

    /// Creates a chunk at a place.
    init(_ type: Kind, _ contents: Range<Int>) {
        self.type = type
        self.contents = contents
    }

    /// Whether the checksum of the chunk is correct.
    ///
    /// Reference: ISO/IEC 15948:2004, annex D.
    func hasValidChecksum(_ bytes: Span<UInt8>) -> Bool {
        let checksum = bytes.checksum((contents.lowerBound - 4)..<contents.upperBound)
        return bytes.bigEndian32(at: contents.upperBound) == Int(checksum)
    }
}
