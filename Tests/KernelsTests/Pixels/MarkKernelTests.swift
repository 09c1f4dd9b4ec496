// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import TestSupport
import Testing

@testable import Kernels

/// Kernels that mark windows of samples, on rows that end at a guard page.
@Suite struct MarkKernelTests {
    private func marks(
        _ width: Int,
        _ body: (
            borrowing GuardedRow<UInt16>, borrowing GuardedRow<UInt16>,
            borrowing GuardedRow<UInt16>, inout MutableSpan<UInt8>
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
        let top = GuardedRow(row())
        var marks = GuardedRow<UInt8>(count: width)
        var span = marks.mutableSpan
        body(samples, above, top, &span)
        return marks.prefix(width)
    }

    @Test(arguments: InstructionSet.supported, [0, 1, 50, 20_000] as [UInt16])
    func `marks windows in which limits bend`(set: InstructionSet, tolerance: UInt16) {
        func bends(_ kernels: any KernelSet.Type, _ width: Int) -> [UInt8] {
            marks(width) { samples, above, top, marks in
                kernels.markBends(
                    samples.span,
                    above: above.span,
                    top: top.span,
                    limits: BendLimits(100...60_000, tolerance: tolerance),
                    in: &marks
                )
            }
        }
        for width in PackingTests.widths {
            #expect(bends(set.kernels, width) == bends(ScalarKernels.self, width))
        }
    }

    @Test(arguments: InstructionSet.supported)
    func `marks windows with neighbors that are far apart`(set: InstructionSet) {
        func steps(_ kernels: any KernelSet.Type, _ width: Int) -> [UInt8] {
            marks(width) { samples, above, top, marks in
                kernels.markSteps(
                    samples.span,
                    above: above.span,
                    top: top.span,
                    limit: 29_000,
                    in: &marks
                )
            }
        }
        for width in PackingTests.widths {
            #expect(steps(set.kernels, width) == steps(ScalarKernels.self, width))
        }
    }

    /// Averages of two samples with all weights: none may err by more where nothing is marked.
    @Test func `marks where an average of limited samples errs by more than the tolerance`() {
        let limits = BendLimits(100...200, tolerance: 5)
        func error(_ one: UInt16, _ other: UInt16) -> Double {
            (0...400).map { step in
                let weight = Double(step) / 400
                func limited(_ value: Double) -> Double { min(max(value, 100), 200) }
                let (one, other) = (Double(one), Double(other))
                let average = weight * limited(one) + (1 - weight) * limited(other)
                return abs(average - limited(weight * one + (1 - weight) * other))
            }.max() ?? 0
        }
        for least in stride(from: 70, through: 210, by: 7) as StrideThrough<UInt16> {
            for greatest in stride(from: least, through: 230, by: 5) {
                // Two limits may err at once, with opposite signs.
                let exact = error(least, greatest)
                let isMarked = limits.bend(least, greatest)
                #expect(isMarked || exact <= 5, "\(least) \(greatest)")
                #expect(!isMarked || exact > 4.9 || least < 100 && greatest > 200)
            }
        }
    }

    @Test func `sees all samples of a window, and none beside it`() {
        for place in 0..<9 {
            var rows = [[UInt16]](repeating: [0, 0, 0, 0, 0], count: 3)
            rows[place / 3][place % 3] = 90
            // A span of an element would outlive the access to it.
            let (top, above, row) = (rows[0], rows[1], rows[2])
            var marks = [UInt8](repeating: 0, count: 5)
            var span = marks.mutableSpan
            ScalarKernels.markBends(
                row.span,
                above: above.span,
                top: top.span,
                limits: BendLimits(0...30, tolerance: 10),
                in: &span
            )
            #expect(marks == (0..<5).map { (place % 3)...(place % 3 + 2) ~= $0 ? 1 : 0 })
        }
    }

    @Test func `marks no difference of just the limit`() {
        let top: [UInt16] = [10, 15, 10, 10, 10, 10]
        let row: [UInt16] = [10, 10, 10, 10, 10, 16]
        var marks = [UInt8](repeating: 0, count: 6)
        var span = marks.mutableSpan
        ScalarKernels.markSteps(row.span, above: top.span, top: top.span, limit: 5, in: &span)
        #expect(marks == [0, 0, 0, 0, 0, 1])
    }
}
