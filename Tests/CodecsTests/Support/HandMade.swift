// SPDX-License-Identifier: Apache-2.0

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
        return bigEndian(contents.count) + body + bigEndian(Int(checksum(body)))
    }

    /// A PNG of one chunk of pixels.
    static func png(width: Int, height: Int, pixels: [UInt8] = []) -> [UInt8] {
        let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let chunks = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", [])]
        return signature + chunks.joined()
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                let carry: UInt32 = register & 1 == 0 ? 0 : 0xEDB8_8320
                register = register >> 1 ^ carry
            }
        }
        return ~register
    }
}

extension HandMade {
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
