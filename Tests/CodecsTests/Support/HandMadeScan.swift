// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A sequential JPEG in one scan, coefficient by coefficient, in codes of all lengths.
struct HandMadeScan {
    let width: Int
    let height: Int
    /// The sampling factors of each component.
    let factors: [(Int, Int)]
    /// The number of MCUs between restart markers; 0 for none.
    var restartInterval = 0
    /// Whether components of color have codes of their own: the same, for symbols in the opposite order.
    var hasCodesOfColor = false
    /// The quantization table, 64 divisors in zigzag order.
    var divisors = [UInt8](repeating: 1, count: 64)

    /// The file up to the data of the scan.
    var head: [UInt8] {
        var frame = [8] + Self.twoBytes(height) + Self.twoBytes(width) + [UInt8(factors.count)]
        var scan = [UInt8(factors.count)]
        for (index, factor) in factors.enumerated() {
            frame += [UInt8(index + 1), UInt8(factor.0 << 4 | factor.1), 0]
            scan += [UInt8(index + 1), hasCodesOfColor && index > 0 ? 0x11 : 0]
        }
        let restart = HandMade.segment(0xDD, Self.twoBytes(restartInterval))
        return [0xFF, 0xD8] + HandMade.segment(0xDB, [0] + divisors)
            + HandMade.segment(0xC0, frame)
            + HandMade.segment(0xC4, [0] + Self.means.counts + Self.means.symbols)
            + HandMade.segment(0xC4, [0x10] + Self.others.counts + Self.others.symbols)
            + HandMade.segment(0xC4, [1] + Self.means.counts + Self.means.symbols.reversed())
            + HandMade.segment(0xC4, [0x11] + Self.others.counts + Self.others.symbols.reversed())
            + (restartInterval > 0 ? restart : []) + HandMade.segment(0xDA, scan + [0, 63, 0])
    }

    /// The number of MCUs in the scan.
    var unitCount: Int { unitsAcross * unitsDown }

    private var widest: Int { factors.count == 1 ? 1 : factors.map(\.0).max() ?? 1 }
    private var highest: Int { factors.count == 1 ? 1 : factors.map(\.1).max() ?? 1 }
    private var unitsAcross: Int { (width + 8 * widest - 1) / (8 * widest) }
    private var unitsDown: Int { (height + 8 * highest - 1) / (8 * highest) }

    /// The number of blocks of each component in an MCU.
    private var blocksInUnit: [Int] { factors.count == 1 ? [1] : factors.map { $0.0 * $0.1 } }

    /// A whole file, of blocks whose coefficients are in the order of the file.
    func file(_ block: (_ component: Int) -> [Int]) -> [UInt8] {
        head + data(block) + [0xFF, 0xD9]
    }

    /// The data of the scan, with restart markers.
    func data(_ block: (_ component: Int) -> [Int]) -> [UInt8] {
        var bits = Bits()
        var means = factors.map { _ in 0 }
        for unit in 0..<unitCount {
            if restartInterval > 0, unit > 0, unit.isMultiple(of: restartInterval) {
                bits.restart(unit / restartInterval - 1)
                means = factors.map { _ in 0 }
            }
            for (component, count) in blocksInUnit.enumerated() {
                bits.isReversed = hasCodesOfColor && component > 0
                for _ in 0..<count {
                    let coefficients = block(component)
                    bits.put(mean: coefficients[0] - means[component])
                    means[component] = coefficients[0]
                    bits.put(others: coefficients)
                }
            }
        }
        bits.pad()
        return bits.bytes
    }

    /// A block whose coefficients are anything that 8-bit samples may have.
    static func block(_ generator: inout SeededGenerator) -> [Int] {
        var block = [Int](repeating: 0, count: 64)
        block[0] = Int.random(in: -1000...1000, using: &generator)
        let share = [0, 2, 30, 100].randomElement(using: &generator) ?? 0
        let range = [1, 3, 40, 200].randomElement(using: &generator) ?? 1
        for rank in 1..<64 where Int.random(in: 0..<100, using: &generator) < share {
            block[rank] = Int.random(in: -range...range, using: &generator)
        }
        return block
    }

    private static func twoBytes(_ value: Int) -> [UInt8] {
        [UInt8(value >> 8), UInt8(value & 255)]
    }

    /// A table: how many codes have each length, and what they stand for.
    struct Table {
        let counts: [UInt8]
        let symbols: [UInt8]

        var reversed: Table { Table(counts: counts, symbols: symbols.reversed()) }

        /// For each symbol its code and its length.
        var codes: [UInt8: (code: Int, length: Int)] {
            var codes: [UInt8: (code: Int, length: Int)] = [:]
            var (code, next) = (0, 0)
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    codes[symbols[next]] = (code, index + 1)
                    (code, next) = (code + 1, next + 1)
                }
                code <<= 1
            }
            return codes
        }
    }

    /// One code of each length.
    static let means = Table(counts: [UInt8](repeating: 1, count: 16), symbols: Array(0..<16))

    /// A table with codes of all lengths: a few short ones, more that just fit into a lookup, and
    /// the rest.
    static let others: Table = {
        let short: [UInt8] = [0x00, 0x01, 0x02, 0x11, 0x03]
        let rest = (0...255).map(UInt8.init).filter { !short.contains($0) }
        return Table(
            counts: [0, 1, 1, 1, 1, 1, 0, 0, 10, 11, 20, 20, 20, 40, 60, 70],
            symbols: short + rest
        )
    }()

    /// Bits as they are written into a file.
    struct Bits {
        private(set) var bytes: [UInt8] = []
        private var pending = 0
        private var count = 0
        private let means = [HandMadeScan.means.codes, HandMadeScan.means.reversed.codes]
        private let others = [HandMadeScan.others.codes, HandMadeScan.others.reversed.codes]

        /// Whether symbols have the codes of color.
        var isReversed = false

        mutating func put(_ value: Int, _ length: Int) {
            for bit in (0..<length).reversed() {
                pending = pending << 1 | (value >> bit & 1)
                count += 1
                if count == 8 {
                    bytes.append(UInt8(pending))
                    if pending == 0xFF { bytes.append(0) }
                    (pending, count) = (0, 0)
                }
            }
        }

        /// Fills up to a whole byte with ones.
        mutating func pad() {
            while count > 0 { put(1, 1) }
        }

        mutating func restart(_ index: Int) {
            pad()
            bytes += [0xFF, 0xD0 + UInt8(index % 8)]
        }

        /// Writes the code of a symbol, of coefficients other than means.
        mutating func put(symbol: UInt8) {
            let code = others[isReversed ? 1 : 0][symbol] ?? (0, 0)
            put(code.code, code.length)
        }

        mutating func put(mean difference: Int) {
            let size = Self.size(difference)
            let code = means[isReversed ? 1 : 0][UInt8(size)] ?? (0, 0)
            put(code.code, code.length)
            put(value: difference, size)
        }

        mutating func put(others coefficients: [Int]) {
            var zeros = 0
            for value in coefficients.dropFirst() {
                if value == 0 {
                    zeros += 1
                    continue
                }
                while zeros > 15 {
                    put(symbol: 0xF0)
                    zeros -= 16
                }
                let size = Self.size(value)
                put(symbol: UInt8(zeros << 4 | size))
                put(value: value, size)
                zeros = 0
            }
            if zeros > 0 { put(symbol: 0) }
        }

        mutating func put(value: Int, _ size: Int) {
            put(value < 0 ? value + (1 << size) - 1 : value, size)
        }

        private static func size(_ value: Int) -> Int {
            Int.bitWidth - abs(value).leadingZeroBitCount
        }
    }
}
