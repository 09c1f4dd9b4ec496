// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codecs

/// Reference: the tables of RFC 1951, 3.2.5.
@Suite struct DeflateSymbolsTests {
    private static let leastLengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]

    private static let leastDistances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
    ]

    @Test func `every length has its symbol and bits`() {
        for length in 3...258 {
            let symbol = DeflateSymbols.symbol(length)
            let bits = DeflateSymbols.extraBits(length)
            #expect(Self.leastLengths[symbol - 257] + bits == length)
            #expect(bits < 1 << DeflateSymbols.extraBitCount(length))
            let count = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
            #expect(DeflateSymbols.extraBitCount(length) == count)
        }
    }

    @Test func `every distance has its symbol and bits`() {
        for distance in 1...DeflateSymbols.greatestDistance {
            let (symbol, bits, count) = DeflateSymbols.distance(distance)
            #expect(Self.leastDistances[symbol] + bits == distance)
            #expect(bits < 1 << count)
            #expect(count == max(0, symbol / 2 - 1))
        }
    }

    @Test func `runs are split into matches that are neither too short nor too long`() {
        for run in 3...2000 {
            let (whole, rest) = DeflateSymbols.split(run)
            #expect(whole * 258 + rest.0 + rest.1 == run)
            #expect(whole >= 0)
            for piece in [rest.0, rest.1] { #expect(piece == 0 || (3...258).contains(piece)) }
        }
    }
}
