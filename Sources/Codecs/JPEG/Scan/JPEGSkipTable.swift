// SPDX-License-Identifier: Apache-2.0

/// A lookup table that skips the Huffman codes of AC coefficients, several at once.
///
/// It is for readers that need no more of a block than its mean (`Scripts/benchmark placeholders`) or its first
/// coefficients (`Scripts/benchmark geometry`).
///
/// Reference: ITU-T T.81, F.2.2.
struct JPEGSkipTable: Sendable {
    /// For each value of the next ``width`` bits, the number of coefficients whose codes are in
    /// them.
    let entries: [Entry]

    /// The number of coefficients of a block, in zigzag order, to decode before the others are
    /// skipped.
    @inline(__always)
    static var firstCount: Int { 3 }

    /// The number of bits that are looked up at once.
    static let width = 13

    /// The number of entries in the table.
    static let entryCount = 1 << width

    /// The size of the table in bytes.
    static let byteCount = entryCount * MemoryLayout<Entry>.stride

    /// Builds the table from a lookup table of single codes.
    ///
    /// - Parameter singles: The first code in each value of the next ``JPEGDecodingTable/width`` bits.
    init(_ singles: [JPEGDecodingTable.Single]) {
        entries = (0..<Self.entryCount).map { Entry(at: $0, in: singles) }
    }

    /// The entry of a lookup: the lengths of the whole codes in the looked-up bits, and the number
    /// of coefficients that they cover.
    struct Entry: Sendable {
        private let bits: UInt16

        /// The value of ``advance`` for bits that contain no whole code.
        private static let search = 127

        /// The number added to ``advance`` where the codes reach the end of a block.
        private static let end = 128

        /// Creates the entry for a value of the looked-up bits.
        init(at index: Int, in singles: [JPEGDecodingTable.Single]) {
            let (width, spare) = (
                JPEGSkipTable.width, JPEGSkipTable.width - JPEGDecodingTable.width
            )
            var (length, advance, isEnd) = (0, 0, false)
            while !isEnd {
                let rest = index << length & (JPEGSkipTable.entryCount - 1)
                let single = singles[rest >> spare]
                let isKnown = single.isWhole && length + Int(single.length) <= width
                // A lookup has 13 bits, so that there are fewer than 13 codes of up to 16 coefficients.
                guard isKnown, advance < 64 else { break }
                length += Int(single.length)
                isEnd = single.zeros == JPEGDecodingTable.Single.end
                if !isEnd { advance += single.zeros + 1 }
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
