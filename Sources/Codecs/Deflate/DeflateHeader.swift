// SPDX-License-Identifier: Apache-2.0

/// The header of a deflate block with dynamic codes: the lengths of all codes, themselves encoded.
///
/// Reference: RFC 1951, 3.2.7.
struct DeflateHeader {
    /// The order in which the code lengths of the code-length alphabet are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The symbol that repeats the previous code length, with 2 extra bits for the count.
    private static let repeatSymbol = 16
    /// The symbol for 3 to 10 code lengths of zero, with 3 extra bits for the count.
    private static let zerosSymbol = 17
    /// The symbol for 11 to 138 code lengths of zero, with 7 extra bits for the count.
    private static let manyZerosSymbol = 18

    /// The size of the header in bits, including the type of the block.
    private(set) var bitCount = 0

    private var code = PrefixCode(symbolCount: 19)
    private var frequencies = [UInt32](repeating: 0, count: 19)
    private var symbols: [(symbol: Int, bits: Int)] = []
    private var lengths: [UInt8] = []
    private var literalCount = 0
    private var distanceCount = 0
    private var orderCount = 0

    /// Encodes the code lengths of a block.
    ///
    /// - Parameters:
    ///   - literalLengths: The lengths of the codes for literals, the end of the block and match lengths.
    ///   - distanceLengths: The lengths of the codes for distances.
    mutating func describe(_ literalLengths: [UInt8], distanceLengths: [UInt8]) {
        literalCount = max(257, (literalLengths.lastIndex { $0 > 0 } ?? 0) + 1)
        distanceCount = (distanceLengths.lastIndex { $0 > 0 } ?? 0) + 1
        lengths.removeAll(keepingCapacity: true)
        lengths.append(contentsOf: literalLengths[..<literalCount])
        lengths.append(contentsOf: distanceLengths[..<distanceCount])
        findRepetitions()
        code.build(frequencies, limit: 7)
        orderCount = 4
        for (index, symbol) in Self.order.enumerated() where code.lengths[symbol] > 0 {
            orderCount = max(orderCount, index + 1)
        }
        bitCount = 2 + 5 + 5 + 4 + 3 * orderCount
        for (symbol, _) in symbols {
            bitCount += Int(code.lengths[symbol]) + Self.extraBitCount(symbol)
        }
    }

    private mutating func findRepetitions() {
        symbols.removeAll(keepingCapacity: true)
        for symbol in frequencies.indices { frequencies[symbol] = 0 }
        var index = 0
        while index < lengths.count {
            let length = lengths[index]
            var end = index + 1
            while end < lengths.count, lengths[end] == length { end += 1 }
            if length == 0 {
                appendZeros(end - index)
            } else {
                append(Int(length), bits: 0)
                appendRepeats(of: Int(length), count: end - index - 1)
            }
            index = end
        }
    }

    private mutating func appendZeros(_ count: Int) {
        var rest = count
        while rest >= 11 {
            let part = min(rest, 138)
            append(Self.manyZerosSymbol, bits: part - 11)
            rest -= part
        }
        if rest >= 3 {
            append(Self.zerosSymbol, bits: rest - 3)
            rest = 0
        }
        for _ in 0..<rest { append(0, bits: 0) }
    }

    private mutating func appendRepeats(of length: Int, count: Int) {
        var rest = count
        while rest >= 3 {
            let part = min(rest, 6)
            append(Self.repeatSymbol, bits: part - 3)
            rest -= part
        }
        for _ in 0..<rest { append(length, bits: 0) }
    }

    private mutating func append(_ symbol: Int, bits: Int) {
        symbols.append((symbol, bits))
        frequencies[symbol] += 1
    }

    private static func extraBitCount(_ symbol: Int) -> Int {
        switch symbol {
        case repeatSymbol: 2
        case zerosSymbol: 3
        case manyZerosSymbol: 7
        default: 0
        }
    }

    /// Writes the type of the block and the code lengths.
    func write(to target: inout BitBuffer) {
        target.append(bits: 2, count: 2)
        target.append(bits: UInt32(literalCount - 257), count: 5)
        target.append(bits: UInt32(distanceCount - 1), count: 5)
        target.append(bits: UInt32(orderCount - 4), count: 4)
        for symbol in Self.order[..<orderCount] {
            target.append(bits: UInt32(code.lengths[symbol]), count: 3)
        }
        for (symbol, bits) in symbols {
            let entry = code.entries[symbol]
            target.append(bits: entry >> 8, count: Int(entry & 0xFF))
            target.append(bits: UInt32(bits), count: Self.extraBitCount(symbol))
        }
    }
}
