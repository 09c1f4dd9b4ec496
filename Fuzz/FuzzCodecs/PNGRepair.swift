// SPDX-License-Identifier: Apache-2.0

/// Makes the checksums of a PNG's chunks right, which mutations hardly ever do by themselves.
enum PNGRepair {
    /// The repaired file; nil when nothing was wrong, or the bytes have no chunks.
    static func repair(_ bytes: [UInt8]) -> [UInt8]? {
        var repaired = bytes
        var offset = 8
        while let end = chunkEnd(bytes, at: offset) {
            let checksum = checksum(bytes[(offset + 4)..<(end - 4)])
            for index in 0..<4 {
                repaired[end - 4 + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * index))
            }
            offset = end
        }
        return repaired == bytes ? nil : repaired
    }

    private static func chunkEnd(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard offset + 12 <= bytes.count else { return nil }
        let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
        return length <= bytes.count - offset - 12 ? offset + 12 + length : nil
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var register = UInt32.max
        for byte in bytes {
            register = register >> 8 ^ table[Int((register ^ UInt32(byte)) & 0xFF)]
        }
        return ~register
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var register = UInt32(index)
        for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 0 ? 0 : 0xEDB8_8320) }
        return register
    }
}
