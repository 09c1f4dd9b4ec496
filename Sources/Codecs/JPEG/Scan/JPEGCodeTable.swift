// SPDX-License-Identifier: Apache-2.0

/// How the Huffman codes of a JPEG's coefficients are read, up to two of them at once.
///
/// Most codes are short, and so are the numbers behind them: the next bits of the file, looked up in a
/// table, tell a whole coefficient, often two. Codes that are longer are searched for.
///
/// Reference: ITU-T T.81, F.2.2.
struct JPEGCodeTable: Sendable {
    /// For each of the next ``width`` bits, the one code with which they begin.
    let singles: [Single]

    /// For each of the next ``width`` bits, one code or two; empty for codes of means.
    let pairs: [Pair]

    /// What is needed to find longer codes, by ``limit(_:)``, ``offset(_:)`` and ``symbol(_:)``.
    let longer: [UInt32]

    /// Where ``longer`` holds the first code, of 16 bits, that is longer than a length: of the last length,
    /// 17, more than any code.
    @inline(__always)
    static func limit(_ length: Int) -> Int { length }

    /// Where ``longer`` holds what is added to a code of a length to get the index of its symbol.
    @inline(__always)
    static func offset(_ length: Int) -> Int { lengthCount &+ length }

    /// Where ``longer`` holds one of 256 symbols.
    @inline(__always)
    static func symbol(_ index: Int) -> Int { 2 * lengthCount &+ index }

    /// The most bits that the difference of two means has, of 8-bit samples.
    static let mostBitsOfMean = 11

    /// The most bits that any other coefficient has.
    static let mostBits = 10

    /// How many bits are looked up at once.
    static let width = 11

    /// How many entries there are for them.
    static let entryCount = 1 << width

    /// The lengths from 0 to 17.
    private static let lengthCount = 18

    /// The numbers that describe longer codes.
    static let longerCount = 2 * lengthCount + 256

    /// What a table occupies.
    static let byteCount =
        entryCount * (MemoryLayout<Single>.stride + MemoryLayout<Pair>.stride)
        + longerCount * MemoryLayout<UInt32>.stride

    /// Tabulates codes.
    ///
    /// - Parameters:
    ///   - list: The codes.
    ///   - ofMeans: Whether they are those of means, which no zeros precede and no end follows.
    init(_ list: JPEGCodeList, ofMeans: Bool) {
        var singles = [Single](repeating: .unlisted, count: Self.entryCount)
        var longer = [UInt32](repeating: 0, count: 2 * Self.lengthCount)
        for (index, code) in list.codes.enumerated() {
            let spare = Self.width - code.length
            if spare >= 0, code.bits < 1 << code.length {
                for rest in 0..<(1 << spare) {
                    singles[code.bits << spare | rest] = Single(code, ofMeans, rest, of: spare)
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
        pairs = ofMeans ? [] : singles.indices.map { Pair(at: $0, in: singles) }
    }

    /// A number of one bit or more; where the first of them is 0 it is negative.
    @inline(__always)
    static func value(_ bits: Int, size: Int) -> Int {
        bits >> (size &- 1) == 0 ? bits &- (1 << size) &+ 1 : bits
    }

    /// One code.
    struct Single: Sendable {
        let bits: UInt32

        /// No code as short as that.
        static let unlisted = Single(bits: 0)

        /// The coefficient that ends a block: none.
        static let end = 64

        /// Describes a code that stands before some other bits.
        init(_ code: JPEGCodeList.Code, _ ofMeans: Bool, _ rest: Int, of spare: Int) {
            let (zeros, size) = (Int(code.symbol >> 4), Int(code.symbol & 15))
            let length = code.length
            if !ofMeans && size == 0 && zeros < 15 {
                self.init(length: length, zeros: Self.end, value: 0)
            } else if size <= spare {
                let value =
                    size == 0 ? 0 : JPEGCodeTable.value(rest >> (spare - size), size: size)
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

        /// How many bits the code has, with the coefficient behind it where that is listed; 0 where no
        /// code is.
        @inline(__always)
        var length: UInt64 { UInt64(bits & 0x3F) }

        /// Whether there is a code, and the coefficient behind it is listed.
        @inline(__always)
        var isWhole: Bool { length != 0 && bits & 0x80 == 0 }

        /// The zeros before the coefficient, or ``end``.
        @inline(__always)
        var zeros: Int { Int(bits >> 8 & 0xFF) }

        /// The coefficient.
        @inline(__always)
        var value: Int16 { Int16(truncatingIfNeeded: bits >> 16) }

        /// How many bits of the coefficient follow, where it is not listed.
        @inline(__always)
        var size: Int { Int(bits >> 16) }
    }

    /// One code or two, with the coefficients behind them.
    struct Pair: Sendable {
        let bits: UInt64

        /// What a block advances by where its next code is not listed: more than an end does.
        static let search = 128

        /// Describes what the bits of an index begin with.
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
            let mask = JPEGCodeTable.entryCount - 1
            let second = singles[index << length & mask]
            guard second.isWhole, length + Int(second.length) <= JPEGCodeTable.width else {
                // A zero where the next coefficient will be is as good as nothing.
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

        /// How many bits are used up.
        @inline(__always)
        var length: UInt64 { bits & 0x3F }

        /// Where the first coefficient is, from the next on.
        @inline(__always)
        var first: Int { Int(bits >> 8 & 0xFF) }

        /// How many coefficients there are then, from the next on: 64 or more at the end of a block.
        @inline(__always)
        var advance: Int { Int(bits >> 16 & 0xFF) }

        /// Where the second coefficient is, from the next on.
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
