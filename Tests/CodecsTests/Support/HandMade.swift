// SPDX-License-Identifier: Apache-2.0

@testable import Codecs

/// Files put together byte by byte, to say what no encoder would.
enum HandMade {
    /// A marker segment of a JPEG.
    static func segment(_ code: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let length = contents.count + 2
        return [0xFF, code, UInt8(length >> 8), UInt8(length & 255)] + contents
    }

    /// A JPEG up to the beginning of its first scan.
    static func jpeg(
        frame: UInt8 = 0xC0,
        precision: UInt8 = 8,
        width: Int = 8,
        height: Int = 8,
        components: UInt8 = 1
    ) -> [UInt8] {
        let sides = [
            UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
        ]
        var header: [UInt8] = [precision] + sides + [components]
        var scan: [UInt8] = [components]
        for number in 0..<components {
            header += [number + 1, 0x11, 0]
            scan += [number + 1, 0]
        }
        scan += [0, 63, 0]
        return [0xFF, 0xD8] + segment(frame, header) + segment(0xDA, scan)
    }

    /// A chunk of a PNG.
    static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + contents
        return bigEndian(contents.count) + body + bigEndian(Int(body.span.checksum(0..<body.count)))
    }

    /// A PNG of one chunk of pixels: RGB of 8 bits.
    static func png(
        width: Int,
        height: Int,
        isInterlaced: Bool = false,
        metadata: [UInt8] = [],
        pixels: [UInt8] = []
    ) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, isInterlaced ? 1 : 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let chunks = [chunk("IHDR", header), metadata, chunk("IDAT", pixels), chunk("IEND", [])]
        return signature + chunks.joined()
    }

    /// A zlib stream of zeros, not compressed.
    static func storedZeros(_ count: Int) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = count
        while rest > 0 {
            let part = min(rest, 65_535)
            rest -= part
            let (low, high) = (UInt8(part & 255), UInt8(part >> 8))
            stream += [rest == 0 ? 1 : 0, low, high, ~low, ~high]
            stream += [UInt8](repeating: 0, count: part)
        }
        // Reference: RFC 1950, section 9: the sums that Adler-32 consists of.
        return stream + bigEndian((count % 65_521) << 16 | 1)
    }

    /// The end of a stream of deflate with more than a hundred zeros for each of its bytes, without a
    /// checksum.
    ///
    /// It is one block of fixed codes: a zero, then matches of 258 bytes at a distance of 1, of 13 bits
    /// each.
    static func manyZeros(byteCount: Int) -> [UInt8] {
        var bits: UInt64 = 0
        var count: UInt64 = 0
        var bytes: [UInt8] = []
        func put(_ value: UInt64, _ length: UInt64) {
            bits |= value << count
            count += length
            while count >= 8 {
                bytes.append(UInt8(bits & 255))
                bits >>= 8
                count -= 8
            }
        }
        // The last block, of fixed codes; then 0x30 for a zero, with its highest bit first.
        put(0b011, 3)
        put(0b0000_1100, 8)
        // The length code 285, 1100 0101, and the distance code 0.
        while bytes.count < byteCount { put(0b1010_0011, 13) }
        return bytes
    }

    /// The bytes of the seven passes of an interlaced PNG, filters included.
    ///
    /// Reference: ISO/IEC 15948:2004, 8.2.
    static func interlacedByteCount(width: Int, height: Int, pixelByteCount: Int) -> Int {
        let passes = [
            (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
            (0, 1, 1, 2),
        ]
        return passes.reduce(0) { sum, pass in
            let across = (width - pass.0 + pass.2 - 1) / pass.2
            let down = (height - pass.1 + pass.3 - 1) / pass.3
            return across == 0 ? sum : sum + down * (1 + across * pixelByteCount)
        }
    }

    /// Marker segments of a JPEG that hold nothing, of a number of bytes that is at least 4.
    static func filler(byteCount: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while byteCount - bytes.count > 65_537 {
            let room = min(65_000, byteCount - bytes.count - 4)
            bytes += segment(0xEF, [UInt8](repeating: 0, count: room - 4))
        }
        return bytes + segment(0xEF, [UInt8](repeating: 0, count: byteCount - bytes.count - 4))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}

extension HandMade {
    /// The bytes of the chunks of a PNG that a decoder may ignore, but for transparency.
    static func ancillaryByteCount(_ bytes: [UInt8]) -> Int {
        chunkNames(bytes).filter { $0.first?.isLowercase == true && $0 != "tRNS" }
            .reduce(0) { $0 + contents(of: $1, in: bytes).count + 12 }
    }

    /// Replaces a chunk of a PNG by others, or by nothing.
    static func replace(_ name: String, by chunks: [UInt8], in bytes: inout [UInt8]) {
        guard let found = bytes.firstRange(of: Array(name.utf8)) else { return }
        let start = found.lowerBound - 4
        let length = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
        bytes.replaceSubrange(start..<(start + 12 + length), with: chunks)
    }

    /// The contents of a chunk of a PNG.
    static func contents(of name: String, in bytes: [UInt8]) -> [UInt8] {
        guard let found = bytes.firstRange(of: Array(name.utf8)) else { return [] }
        let length = bytes[(found.lowerBound - 4)..<found.lowerBound].reduce(0) {
            $0 << 8 | Int($1)
        }
        return Array(bytes[found.upperBound..<(found.upperBound + length)])
    }

    /// The names of the chunks of a PNG, in order.
    static func chunkNames(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var offset = 8
        while offset + 8 <= bytes.count {
            let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self))
            offset += length + 12
        }
        return names
    }
}
