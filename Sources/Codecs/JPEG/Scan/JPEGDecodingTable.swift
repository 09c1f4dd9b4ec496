// SPDX-License-Identifier: Apache-2.0

/// A lookup table that decodes the Huffman codes of coefficients, up to two at a time.
///
/// Most codes are short, and so are the numbers after them: a lookup of the next bits gives a
/// whole coefficient, often two. Longer codes are searched.
///
/// Reference: ITU-T T.81, F.2.2.
struct JPEGDecodingTable: Sendable {
    /// For each value of the next ``width`` bits, the code at its start, with the coefficient if
    /// that fits.
    let singles: [Single]

    /// For each value of the next ``width`` bits, the one or two codes at its start with their
    /// coefficients; empty for DC coefficients.
    let pairs: [Pair]

    /// A table that decodes codes longer than ``width`` bits: limits and offsets by length, then
    /// symbols.
    ///
    /// Its parts begin at ``limit(_:)``, ``offset(_:)`` and ``symbol(_:)``.
    let longer: [UInt32]

    /// The index in ``longer`` of the least 16-bit number that begins with a code longer than a
    /// length.
    ///
    /// For the last length, 17, that is greater than any code.
    @inline(__always)
    static func limit(_ length: Int) -> Int { length }

    /// The index in ``longer`` of the offset between the codes of a length and the indices of their
    /// symbols.
    @inline(__always)
    static func offset(_ length: Int) -> Int { lengthCount &+ length }

    /// The index in ``longer`` of one of 256 symbols.
    @inline(__always)
    static func symbol(_ index: Int) -> Int { 2 * lengthCount &+ index }

    /// The greatest number of bits in the difference of two DC coefficients, for 8-bit samples.
    static let greatestDCSize = 11

    /// The greatest number of bits in an AC coefficient, for 8-bit samples.
    static let greatestACSize = 10

    /// The number of bits that are looked up at a time.
    static let width = 11

    /// The number of entries in a lookup table.
    static let entryCount = 1 << width

    /// The number of code lengths in bits, from 0 to 17.
    private static let lengthCount = 18

    /// The number of elements in ``longer``.
    static let longerCount = 2 * lengthCount + 256

    /// The size of the lookup tables of one Huffman table, in bytes.
    static let byteCount =
        entryCount * (MemoryLayout<Single>.stride + MemoryLayout<Pair>.stride)
        + longerCount * MemoryLayout<UInt32>.stride

    /// Builds the lookup tables for a Huffman table.
    ///
    /// - Parameters:
    ///   - list: The Huffman codes.
    ///   - isDC: Whether they are codes of DC coefficients, without runs of zeros and without an end.
    init(_ list: JPEGHuffmanTable, isDC: Bool) {
        var singles = [Single](repeating: .unlisted, count: Self.entryCount)
        var longer = [UInt32](repeating: 0, count: 2 * Self.lengthCount)
        for (index, code) in list.codes.enumerated() {
            let spare = Self.width - code.length
            if spare >= 0, code.bits < 1 << code.length {
                for rest in 0..<(1 << spare) {
                    singles[code.bits << spare | rest] = Single(code, isDC, rest, of: spare)
                }
            }
            longer[Self.offset(code.length)] = UInt32(truncatingIfNeeded: index - code.bits)
            for length in code.length...16 {
                longer[Self.limit(length)] = UInt32((code.bits + 1) << (16 - code.length))
            }
        }
        longer[Self.limit(17)] = .max
        self.singles = singles
        self.longer = longer + list.symbols.map(UInt32.init)
        pairs = isDC ? [] : singles.indices.map { Pair(at: $0, in: singles) }
    }

    /// Converts the bits of a coefficient to its value; it is negative if the first bit is 0.
    @inline(__always)
    static func value(_ bits: Int, size: Int) -> Int {
        bits >> (size &- 1) == 0 ? bits &- (1 << size) &+ 1 : bits
    }

    /// The entry of a lookup for one code, with its AC coefficient if the looked-up bits contain
    /// that.
    struct Single: Sendable {
        let bits: UInt32

        /// The entry for codes longer than the looked-up bits.
        static let unlisted = Single(bits: 0)

        /// The value of ``zeros`` that stands for the end of a block.
        static let end = 64

        /// Creates the entry for an index that begins with a code, followed by some spare bits.
        init(_ code: JPEGHuffmanTable.Code, _ isDC: Bool, _ rest: Int, of spare: Int) {
            let (zeros, size) = (Int(code.symbol >> 4), Int(code.symbol & 15))
            let length = code.length
            if !isDC && size == 0 && zeros < 15 {
                self.init(length: length, zeros: Self.end, value: 0)
            } else if size <= spare, !isDC {
                let value =
                    size == 0 ? 0 : JPEGDecodingTable.value(rest >> (spare - size), size: size)
                self.init(length: length + size, zeros: zeros, value: value)
            } else {
                self.init(bits: UInt32(size << 16 | zeros << 8 | 0x80 | length))
            }
        }

        private init(length: Int, zeros: Int, value: Int) {
            let value = UInt32(UInt16(truncatingIfNeeded: value))
            self.init(bits: value << 16 | UInt32(zeros << 8 | length))
        }

        private init(bits: UInt32) { self.bits = bits }

        /// The number of bits in the code, and in the coefficient if the entry has it; 0 without a
        /// code.
        @inline(__always)
        var length: UInt64 { UInt64(bits & 0x3F) }

        /// Whether there is a code, and the entry has its coefficient.
        @inline(__always)
        var isWhole: Bool { length != 0 && bits & 0x80 == 0 }

        /// The number of zeros before the coefficient, or ``end``.
        @inline(__always)
        var zeros: Int { Int(bits >> 8 & 0xFF) }

        /// The value of the coefficient, if the entry has it.
        @inline(__always)
        var value: Int16 { Int16(truncatingIfNeeded: bits >> 16) }

        /// The number of bits of the coefficient after the code, if the entry does not have the
        /// coefficient.
        @inline(__always)
        var size: Int { Int(bits >> 16) }
    }

    /// The entry of a lookup for one or two codes with their coefficients, in 32 bits: the tables
    /// of a scan fit a cache of 32 KiB.
    struct Pair: Sendable {
        private let bits: UInt32

        /// The range of coefficients that fit an entry; others are decoded one by one.
        private static let range: ClosedRange<Int16> = -128...127

        /// Creates the entry for a lookup index, from the codes in its bits.
        init(at index: Int, in singles: [Single]) {
            let first = singles[index]
            guard first.isWhole, Self.range.contains(first.value) else {
                self.init(0, places: (0, 0), values: (0, 0), isEnd: false)
                return
            }
            let (length, place) = (Int(first.length), first.zeros)
            guard place != Single.end else {
                // Storing a zero at the next coefficient has no effect.
                self.init(length, places: (0, 0), values: (0, 0), isEnd: true)
                return
            }
            let mask = JPEGDecodingTable.entryCount - 1
            let second = singles[index << length & mask]
            let both = length + Int(second.length)
            let isEnd = second.zeros == Single.end
            if second.isWhole, both <= JPEGDecodingTable.width, Self.range.contains(second.value) {
                self.init(
                    both,
                    places: (place, isEnd ? place : place + 1 + second.zeros),
                    values: (first.value, isEnd ? first.value : second.value),
                    isEnd: isEnd
                )
            } else {
                self.init(
                    length,
                    places: (place, place),
                    values: (first.value, first.value),
                    isEnd: false
                )
            }
        }

        private init(_ length: Int, places: (Int, Int), values: (Int16, Int16), isEnd: Bool) {
            bits =
                UInt32(length | places.0 << 6 | places.1 << 10 | (isEnd ? 1 << 15 : 0))
                | UInt32(UInt8(truncatingIfNeeded: values.0)) << 16
                | UInt32(UInt8(truncatingIfNeeded: values.1)) << 24
        }

        /// Whether the entry has no code, or one whose coefficient does not fit.
        @inline(__always)
        var isEmpty: Bool { bits == 0 }

        /// The number of bits in the codes and their coefficients.
        @inline(__always)
        var length: UInt64 { UInt64(bits & 0x3F) }

        /// The zigzag index of the first coefficient, relative to the next one to decode.
        @inline(__always)
        var first: Int { Int(bits &>> 6 & 0xF) }

        /// The zigzag index of the last coefficient, relative to the next one to decode.
        @inline(__always)
        var last: Int { Int(bits &>> 10 & 0x1F) }

        /// Whether the code after the pair's last coefficient is the end of the block.
        @inline(__always)
        var isEnd: Bool { bits & 1 << 15 != 0 }

        /// The value of the first coefficient.
        @inline(__always)
        var firstValue: Int16 { Int16(Int8(truncatingIfNeeded: bits &>> 16)) }

        /// The value of the last coefficient, possibly the first.
        @inline(__always)
        var lastValue: Int16 { Int16(Int8(truncatingIfNeeded: bits &>> 24)) }
    }
}
