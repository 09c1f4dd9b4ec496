// SPDX-License-Identifier: Apache-2.0

/// The symbols with which deflate writes match lengths and distances.
///
/// Reference: RFC 1951, 3.2.5.
enum DeflateSymbols {
    /// The least length of a match.
    static let shortest = 3
    /// The greatest length of a match.
    static let longest = 258

    /// The greatest distance of a match.
    static let greatestDistance = 32_768
    /// The number of distance symbols.
    static let distanceSymbolCount = 30

    /// Splits a long match into a number of matches of the greatest length, and the lengths of one
    /// or two shorter ones.
    ///
    /// A piece that is not needed is 0.
    static func split(_ run: Int) -> (whole: Int, rest: (Int, Int)) {
        let (whole, rest) = run.quotientAndRemainder(dividingBy: longest)
        if rest == 0 || rest >= shortest { return (whole, (rest, 0)) }
        // The rest is too short for a match, so the last of the longest ones is shortened.
        return (whole - 1, (longest - shortest, rest + shortest))
    }

    /// The deflate symbol for the length of a match.
    static func symbol(_ length: Int) -> Int {
        if length == longest { return 285 }
        let offset = length - shortest
        if offset < 8 { return 257 + offset }
        let extra = extraBitCount(length)
        return 257 + 4 * extra + offset >> extra
    }

    /// The number of extra bits after the symbol for the length of a match.
    static func extraBitCount(_ length: Int) -> Int {
        let offset = length - shortest
        if offset < 8 || length == longest { return 0 }
        return highestBit(offset) - 2
    }

    /// The extra bits after the symbol for the length of a match.
    static func extraBits(_ length: Int) -> Int {
        (length - shortest) & (1 << extraBitCount(length) - 1)
    }

    /// The deflate symbol for the distance of a match, with its extra bits.
    static func distance(_ distance: Int) -> (symbol: Int, bits: Int, bitCount: Int) {
        let offset = distance - 1
        if offset < 4 { return (offset, 0, 0) }
        let extra = highestBit(offset) - 1
        return (2 * extra + offset >> extra, offset & (1 << extra - 1), extra)
    }

    private static func highestBit(_ value: Int) -> Int {
        Int.bitWidth - 1 - value.leadingZeroBitCount
    }
}
