// SPDX-License-Identifier: Apache-2.0

/// A lookup table that decodes the Huffman codes of coefficients, up to two at once.
///
/// Most codes are short, and so are the numbers behind them: a lookup of the next bits gives a
/// whole coefficient, often two. Longer codes are searched.
///
/// Reference: ITU-T T.81, F.2.2.
struct JPEGDecodingTable: Sendable {
    /// The first code in each value of the next ``width`` bits.
    let singles: [Single]

    /// The first one or two codes in each value of the next ``width`` bits; empty for DC
    /// coefficients.
    let pairs: [Pair]

    /// The numbers for the search of longer codes: see ``limit(_:)``, ``offset(_:)`` and
    /// ``symbol(_:)``.
    let longer: [UInt32]

    /// The index in ``longer`` of the first 16-bit code that is longer than a length.
    ///
    /// For the last length, 17, that is greater than any code.
    @inline(__always)
    static func limit(_ length: Int) -> Int { length }

    /// The index in ``longer`` of the number that turns a code of a length into the index of its
    /// symbol.
    @inline(__always)
    static func offset(_ length: Int) -> Int { lengthCount &+ length }

    /// The index in ``longer`` of one of 256 symbols.
    @inline(__always)
    static func symbol(_ index: Int) -> Int { 2 * lengthCount &+ index }

    /// The greatest size of the difference of two DC coefficients, for 8-bit samples.
    static let greatestDCSize = 11

    /// The greatest size of an AC coefficient, for 8-bit samples.
    static let greatestACSize = 10

    /// The number of bits in a lookup.
    static let width = 11

    /// The number of entries in a lookup table.
    static let entryCount = 1 << width

    /// The number of lengths, from 0 to 17.
    private static let lengthCount = 18

    /// The number of elements in ``longer``.
    static let longerCount = 2 * lengthCount + 256

    /// The size of a table in bytes.
    static let byteCount =
        entryCount * (MemoryLayout<Single>.stride + MemoryLayout<Pair>.stride)
        + longerCount * MemoryLayout<UInt32>.stride

    /// Builds the lookup table for a Huffman table.
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

    /// Converts the bits of a number to its value; it is negative if the first bit is 0.
    @inline(__always)
    static func value(_ bits: Int, size: Int) -> Int {
        bits >> (size &- 1) == 0 ? bits &- (1 << size) &+ 1 : bits
    }

    /// One code, with its coefficient if that is in the lookup.
    struct Single: Sendable {
        let bits: UInt32

        /// The entry for codes longer than the lookup.
        static let unlisted = Single(bits: 0)

        /// The number of zeros that stands for the end of a block.
        static let end = 64

        /// Creates the entry for an index that begins with a code, followed by some spare bits.
        init(_ code: JPEGHuffmanTable.Code, _ isDC: Bool, _ rest: Int, of spare: Int) {
            let (zeros, size) = (Int(code.symbol >> 4), Int(code.symbol & 15))
            let length = code.length
            if !isDC && size == 0 && zeros < 15 {
                self.init(length: length, zeros: Self.end, value: 0)
            } else if size <= spare {
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

        /// The number of bits in the code, and in the coefficient if that is in the lookup; 0
        /// without a code.
        @inline(__always)
        var length: UInt64 { UInt64(bits & 0x3F) }

        /// Whether there is a code, and its coefficient is in the lookup.
        @inline(__always)
        var isWhole: Bool { length != 0 && bits & 0x80 == 0 }

        /// The number of zeros before the coefficient, or ``end``.
        @inline(__always)
        var zeros: Int { Int(bits >> 8 & 0xFF) }

        /// The coefficient.
        @inline(__always)
        var value: Int16 { Int16(truncatingIfNeeded: bits >> 16) }

        /// The size of the coefficient in bits, if that is not in the lookup.
        @inline(__always)
        var size: Int { Int(bits >> 16) }
    }

    /// One or two codes, with their coefficients.
    struct Pair: Sendable {
        let bits: UInt64

        /// The advance for a code that is not in the lookup; greater than that for the end of a
        /// block.
        static let search = 128

        /// Creates the entry for a lookup index, from the codes in its bits.
        init(at index: Int, in singles: [Single]) {
            let first = singles[index]
            guard first.isWhole else {
                self.init(length: 0, places: (0, 0), values: (0, 0), advance: Self.search)
                return
            }
            let (length, place) = (Int(first.length), first.zeros)
            guard place != Single.end else {
                self.init(
                    length: length,
                    places: (place, place),
                    values: (0, 0),
                    advance: Single.end
                )
                return
            }
            let mask = JPEGDecodingTable.entryCount - 1
            let second = singles[index << length & mask]
            guard second.isWhole, length + Int(second.length) <= JPEGDecodingTable.width else {
                // Storing a zero at the next coefficient has no effect.
                self.init(
                    length: length,
                    places: (place, place + 1),
                    values: (first.value, 0),
                    advance: place + 1
                )
                return
            }
            let isEnd = second.zeros == Single.end
            self.init(
                length: length + Int(second.length),
                places: (place, isEnd ? Single.end : place + 1 + second.zeros),
                values: (first.value, second.value),
                advance: isEnd ? Single.end : place + second.zeros + 2
            )
        }

        private init(length: Int, places: (Int, Int), values: (Int16, Int16), advance: Int) {
            bits =
                UInt64(length | places.0 << 8 | advance << 16 | places.1 << 24)
                | UInt64(UInt16(bitPattern: values.0)) << 32
                | UInt64(UInt16(bitPattern: values.1)) << 48
        }

        /// The number of bits used.
        @inline(__always)
        var length: UInt64 { bits & 0x3F }

        /// The rank of the first coefficient, relative to the next one.
        @inline(__always)
        var first: Int { Int(bits >> 8 & 0xFF) }

        /// The number of coefficients covered; 64 or more at the end of a block.
        @inline(__always)
        var advance: Int { Int(bits >> 16 & 0xFF) }

        /// The rank of the second coefficient, relative to the next one.
        @inline(__always)
        var second: Int { Int(bits >> 24 & 0xFF) }

        /// The first coefficient.
        @inline(__always)
        var firstValue: Int16 { Int16(truncatingIfNeeded: bits >> 32) }

        /// The second coefficient.
        @inline(__always)
        var secondValue: Int16 { Int16(truncatingIfNeeded: bits >> 48) }
    }
}
