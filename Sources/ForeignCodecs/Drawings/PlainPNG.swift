// SPDX-License-Identifier: Apache-2.0

/// A writer of PNG files without compression, for pictures that do not leave the process.
///
/// Reference: ISO/IEC 15948:2004, clause 11 and annex D; RFC 1950 and 1951, section 3.2.4.
enum PlainPNG {
    /// Writes interleaved RGB or RGBA samples of 8 bits as a PNG.
    static func write(_ pixels: [UInt8], width: Int, height: Int, hasAlpha: Bool) -> [UInt8] {
        let rowByteCount = width * (hasAlpha ? 4 : 3)
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (rowByteCount + 1))
        for y in 0..<height {
            rows.append(0)
            rows += pixels[y * rowByteCount..<(y + 1) * rowByteCount]
        }
        var file: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        append(
            "IHDR",
            bytes(UInt32(width)) + bytes(UInt32(height)) + [8, hasAlpha ? 6 : 2, 0, 0, 0],
            to: &file
        )
        append("IDAT", stored(rows), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// Wraps bytes into stored blocks of deflate, with the header and the checksum of zlib.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = UInt16(end - start)
            stream.append(end == bytes.count ? 1 : 0)
            for number in [length, ~length] {
                stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
            }
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + self.bytes(second << 16 | first)
    }

    private static func append(_ type: StaticString, _ contents: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.description.utf8) + contents
        file += bytes(UInt32(contents.count)) + body + bytes(checksum(body))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
