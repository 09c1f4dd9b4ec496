// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that mark samples beside different ones, on rows that end at a guard page.
@Suite struct MarkKernelTests {
    private func marks(
        _ width: Int,
        _ body: (
            borrowing GuardedRow<UInt16>, borrowing GuardedRow<UInt16>, inout MutableSpan<UInt8>
        ) -> Void
    ) -> [UInt8] {
        var generator = SeededGenerator(seed: 81)
        func row() -> [UInt16] {
            generator.samples(width).map {
                [0, 99, 100, 101, 30_000, 59_999, 60_000, 65_535][Int($0 % 8)]
            }
        }
        let samples = GuardedRow(row())
        let above = GuardedRow(row())
        var marks = GuardedRow<UInt8>(count: width)
        var span = marks.mutableSpan
        body(samples, above, &span)
        return marks.prefix(width)
    }

    @Test(arguments: InstructionSet.supported)
    func `marks samples beside those on another side of a range`(set: InstructionSet) {
        func crossings(_ kernels: any KernelSet.Type, _ width: Int) -> [UInt8] {
            marks(width) { samples, above, marks in
                kernels.markCrossings(
                    samples.span,
                    above: above.span,
                    least: 100,
                    greatest: 60_000,
                    in: &marks
                )
            }
        }
        for width in PackingTests.widths {
            #expect(crossings(set.kernels, width) == crossings(ScalarKernels.self, width))
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `marks samples beside those that are far from them`(set: InstructionSet) {
        func steps(_ kernels: any KernelSet.Type, _ width: Int) -> [UInt8] {
            marks(width) { samples, above, marks in
                kernels.markSteps(samples.span, above: above.span, limit: 101, in: &marks)
            }
        }
        for width in PackingTests.widths {
            #expect(steps(set.kernels, width) == steps(ScalarKernels.self, width))
        }
    }

    @Test func `marks both ends of a range as inside`() {
        let row: [UInt16] = [9, 10, 20, 21, 21]
        var marks = [UInt8](repeating: 0, count: 5)
        var span = marks.mutableSpan
        ScalarKernels.markCrossings(row.span, above: row.span, least: 10, greatest: 20, in: &span)
        #expect(marks == [0, 1, 0, 1, 0])
    }

    @Test func `marks no difference of just the limit`() {
        let row: [UInt16] = [10, 15, 9]
        let above: [UInt16] = [10, 15, 15]
        var marks = [UInt8](repeating: 0, count: 3)
        var span = marks.mutableSpan
        ScalarKernels.markSteps(row.span, above: above.span, limit: 5, in: &span)
        #expect(marks == [0, 0, 1])
    }
}
