// SPDX-License-Identifier: Apache-2.0

/// Writes 8-bit RGB as a PNG whose samples are stored, not compressed.
///
/// So the picture needs no library, and a benchmark that reads it spends no time on inflating.
///
/// Reference: W3C, PNG Specification, Third Edition; RFC 1950; RFC 1951, stored blocks.
struct PNGWriter {
    let width: Int
    let height: Int

    /// The file for samples in rows of red, green and blue.
    func file(_ samples: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Eight bits, truecolor; deflate, the one set of filters, not interlaced.
        append("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0], to: &bytes)
        // Perceptual rendering intent.
        append("sRGB", [0], to: &bytes)
        append("IDAT", compressed(samples), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    /// Rows without filter, in a zlib stream of stored blocks.
    private func compressed(_ samples: [UInt8]) -> [UInt8] {
        let stride = 3 * width + 1
        var rows = [UInt8](repeating: 0, count: stride * height)
        for y in 0..<height {
            rows.replaceSubrange(
                (y * stride + 1)..<((y + 1) * stride),
                with: samples[(y * 3 * width)..<((y + 1) * 3 * width)]
            )
        }
        var stream: [UInt8] = [0x78, 0x01]
        stream.reserveCapacity(rows.count + rows.count / 8192 + 64)
        for start in Swift.stride(from: 0, to: rows.count, by: 65_535) {
            let end = min(start + 65_535, rows.count)
            let count = UInt16(end - start)
            stream.append(end == rows.count ? 1 : 0)
            stream += [count & 255, count >> 8, ~count & 255, ~count >> 8].map(UInt8.init)
            stream += rows[start..<end]
        }
        return stream + bigEndian(Int(adler32(rows)))
    }

    private func append(_ type: String, _ content: [UInt8], to bytes: inout [UInt8]) {
        let checked = Array(type.utf8) + content
        bytes += bigEndian(content.count) + checked + bigEndian(Int(crc32(checked)))
    }

    private func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private func adler32(_ bytes: [UInt8]) -> UInt32 {
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        let table = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    }
}
