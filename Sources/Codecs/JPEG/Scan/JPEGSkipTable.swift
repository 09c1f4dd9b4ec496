// SPDX-License-Identifier: Apache-2.0

/// A lookup table that skips the Huffman codes of AC coefficients, several at a time.
///
/// It is for readers that need no more of a block than its mean (`Scripts/benchmark placeholders`).
///
/// Reference: ITU-T T.81, F.2.2.
struct JPEGSkipTable: Sendable {
    /// For each value of the next ``width`` bits, the number of coefficients whose codes are in
    /// them.
    let entries: [Entry]

    /// The number of bits that are looked up at a time.
    static let width = 13

    /// The greatest number of bits that one entry skips: three lookups have to get by with 56 bits.
    static let greatestLength = 18

    /// The number of entries in the table.
    static let entryCount = 1 << width

    /// The size of the table in bytes.
    static let byteCount = entryCount * MemoryLayout<Entry>.stride

    /// Builds the table from the Huffman codes of AC coefficients.
    init(_ list: JPEGHuffmanTable) {
        var steps = [Step?](repeating: nil, count: Self.entryCount)
        for code in list.codes {
            let spare = Self.width - code.length
            guard spare >= 0, code.bits < 1 << code.length, let step = Step(code) else { continue }
            for rest in 0..<(1 << spare) { steps[code.bits << spare | rest] = step }
        }
        entries = (0..<Self.entryCount).map { Entry(at: $0, in: steps) }
    }

    /// A Huffman code, as a step through the bits and through the coefficients; small, as there is one for each entry.
    fileprivate struct Step {
        /// The number of bits in the code.
        let codeLength: UInt8
        /// The number of bits in the code and its coefficient.
        let length: UInt8
        /// The number of zeros before the coefficient, plus 1; 0 at the end of a block.
        let advance: UInt8

        /// Creates the step of a code; nil if its coefficient has too many bits.
        init?(_ code: JPEGHuffmanTable.Code) {
            let (zeros, size) = (code.symbol >> 4, code.symbol & 15)
            guard size <= JPEGDecodingTable.greatestACSize else { return nil }
            codeLength = UInt8(code.length)
            length = UInt8(code.length) + size
            advance = size == 0 && zeros < 15 ? 0 : zeros + 1
        }
    }

    /// The entry of a lookup: the lengths of the codes in the looked-up bits with their coefficients, and the
    /// number of coefficients that they cover.
    ///
    /// All codes are in the looked-up bits. The last coefficient need not be, because its value is not read.
    struct Entry: Sendable {
        private let bits: UInt16

        /// The value of ``advance`` for bits that contain no whole code.
        private static let search = 127

        /// The number added to ``advance`` where the codes reach the end of a block.
        private static let end = 128

        /// Creates the entry for a value of the looked-up bits.
        fileprivate init(at index: Int, in steps: [Step?]) {
            var (length, advance, isEnd) = (0, 0, false)
            // Ends after a coefficient that reaches beyond the looked-up bits, and after more
            // coefficients than a block has.
            while !isEnd, length < JPEGSkipTable.width, advance < 64 {
                let rest = index << length & (JPEGSkipTable.entryCount - 1)
                guard let step = steps[rest], length + Int(step.codeLength) <= JPEGSkipTable.width,
                    length + Int(step.length) <= JPEGSkipTable.greatestLength
                else { break }
                length += Int(step.length)
                advance += Int(step.advance)
                isEnd = step.advance == 0
            }
            if length == 0 { advance = Self.search }
            bits = UInt16(length | min(advance, Self.search) << 8 | (isEnd ? Self.end << 8 : 0))
        }

        /// The number of bits in the codes and their coefficients.
        @inline(__always)
        var length: UInt64 { UInt64(bits & 0x3F) }

        /// The number of coefficients that this entry skips, plus 128 if its codes reach the end of
        /// the block; 127 if it has no whole code.
        @inline(__always)
        var advance: Int { Int(bits >> 8) }

        /// The number of coefficients that this entry skips, without the mark for the end of a
        /// block; 127 if it has no whole code.
        @inline(__always)
        var count: Int { advance & 127 }

        /// Whether the codes reach the end of the block.
        @inline(__always)
        var isEnd: Bool { advance >= Self.end }
    }
}
