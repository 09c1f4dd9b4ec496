// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that widen ranges of bytes, on rows that end at a guard page.
@Suite struct RangeKernelTests {
    @Test(arguments: InstructionSet.supported)
    func `widens ranges to contain samples`(set: InstructionSet) {
        var generator = SeededGenerator(seed: 71)
        for width in PackingTests.widths {
            let rows = (0..<3).map { _ in
                generator.samples(width).map { UInt8(truncatingIfNeeded: $0) }
            }
            var least = GuardedRow(rows[0])
            var greatest = GuardedRow(rows[0])
            var leastSpan = least.mutableSpan
            var greatestSpan = greatest.mutableSpan
            for row in rows.dropFirst() {
                let source = GuardedRow(row)
                set.kernels.widen(
                    toContain: source.span,
                    least: &leastSpan,
                    greatest: &greatestSpan
                )
            }
            let columns = (0..<width).map { x in rows.map { $0[x] } }
            #expect(least.prefix(width) == columns.map { $0.min() ?? 0 })
            #expect(greatest.prefix(width) == columns.map { $0.max() ?? 0 })
        }
    }

    @Test(arguments: InstructionSet.supported, [1, 2, 4])
    func `widens ranges to contain those behind them`(set: InstructionSet, distance: Int) {
        var generator = SeededGenerator(seed: 72)
        for width in PackingTests.widths {
            let row = generator.samples(width).map { UInt8(truncatingIfNeeded: $0) }
            var least = GuardedRow(row)
            var greatest = GuardedRow(row)
            var leastSpan = least.mutableSpan
            var greatestSpan = greatest.mutableSpan
            set.kernels.widen(byDistance: distance, least: &leastSpan, greatest: &greatestSpan)
            func behind(_ x: Int) -> UInt8 { x + distance < width ? row[x + distance] : row[x] }
            #expect(least.prefix(width) == (0..<width).map { min(row[$0], behind($0)) })
            #expect(greatest.prefix(width) == (0..<width).map { max(row[$0], behind($0)) })
        }
    }
}
