// SPDX-License-Identifier: Apache-2.0

/// A writer of the codes of a GIF: Lempel-Ziv-Welch with codes of up to 12 bits, in blocks.
///
/// Reference: T. A. Welch, "A Technique for High-Performance Data Compression", Computer 17(6), 1984; Graphics
/// Interchange Format, version 89a, appendix F.
struct LZWWriter {
    private static let greatestCode = 4095

    /// The number of indices after which the work may be interrupted.
    private static let pieceCount = 1 << 16

    /// A place for each pair of a code and the index after it, found by their hash.
    private static let slotCount = 1 << 13

    private var keys = [Int32](repeating: -1, count: slotCount)
    private var codes = [Int16](repeating: 0, count: slotCount)
    /// The code that empties the dictionary; the next one ends the image.
    private let clearCode: Int
    private var nextCode: Int
    private var bitCount: Int
    private var bits = 0
    private var pendingCount = 0
    private var block: [UInt8] = []
    /// The code of the indices that are not written yet; -1 for none.
    private var prefix = -1

    private init(bitCount: Int) {
        clearCode = 1 << bitCount
        nextCode = clearCode + 2
        self.bitCount = bitCount + 1
    }

    /// Appends the compressed indices of an image, with the code size before and the empty block after.
    ///
    /// - Parameters:
    ///   - indices: The indices, each of less than a number of bits.
    ///   - bitCount: That number of bits, 2 to 8.
    ///   - file: The file so far.
    ///   - shouldContinue: Called now and then; false ends the work.
    /// - Throws: `interrupted`.
    static func append(
        _ indices: [UInt8],
        bitCount: Int,
        to file: inout [UInt8],
        shouldContinue: () -> Bool
    ) throws(CodecError) {
        var writer = LZWWriter(bitCount: bitCount)
        file.append(UInt8(bitCount))
        writer.put(writer.clearCode, to: &file)
        for start in stride(from: 0, to: indices.count, by: pieceCount) {
            guard shouldContinue() else { throw .interrupted }
            writer.write(indices[start..<min(indices.count, start + pieceCount)], to: &file)
        }
        writer.finish(to: &file)
        file.append(0)
    }

    private mutating func write(_ indices: ArraySlice<UInt8>, to file: inout [UInt8]) {
        for index in indices {
            guard prefix >= 0 else {
                prefix = Int(index)
                continue
            }
            let key = Int32(prefix << 8 | Int(index))
            let slot = find(key)
            if keys[slot] == key {
                prefix = Int(codes[slot])
                continue
            }
            put(prefix, to: &file)
            if nextCode > Self.greatestCode {
                put(clearCode, to: &file)
                clear()
            } else {
                keys[slot] = key
                codes[slot] = Int16(nextCode)
                // The reader learns a code one step later.
                if nextCode == 1 << bitCount, bitCount < 12 { bitCount += 1 }
                nextCode += 1
            }
            prefix = Int(index)
        }
    }

    private mutating func finish(to file: inout [UInt8]) {
        if prefix >= 0 { put(prefix, to: &file) }
        put(clearCode + 1, to: &file)
        if pendingCount > 0 { take(UInt8(truncatingIfNeeded: bits), to: &file) }
        flush(to: &file)
    }

    private mutating func clear() {
        for slot in keys.indices { keys[slot] = -1 }
        nextCode = clearCode + 2
        bitCount = clearCode.trailingZeroBitCount + 1
    }

    /// Finds the slot of a key, or the free slot for it.
    private func find(_ key: Int32) -> Int {
        var slot = Int((UInt32(bitPattern: key) &* 2_654_435_761) >> 19)
        while keys[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (Self.slotCount - 1) }
        return slot
    }

    private mutating func put(_ code: Int, to file: inout [UInt8]) {
        bits |= code << pendingCount
        pendingCount += bitCount
        while pendingCount >= 8 {
            take(UInt8(truncatingIfNeeded: bits), to: &file)
            bits >>= 8
            pendingCount -= 8
        }
    }

    private mutating func take(_ byte: UInt8, to file: inout [UInt8]) {
        block.append(byte)
        if block.count == 255 { flush(to: &file) }
    }

    private mutating func flush(to file: inout [UInt8]) {
        guard !block.isEmpty else { return }
        file.append(UInt8(block.count))
        file += block
        block.removeAll(keepingCapacity: true)
    }
}
