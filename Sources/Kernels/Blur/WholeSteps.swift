// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The constants for reducing rows in groups of one decimation step, away from edges that repeat
/// rows.
struct WholeSteps: Sendable {
    /// The rows of the plane that the edge mode does not repeat.
    let rows: Range<Int>

    /// The weights of the rows of a step in the three running sums to which they contribute.
    ///
    /// Each element holds the 16-bit weights of two consecutive rows, the second in the upper half.
    /// Three elements, one per sum, follow each other for every two rows.
    let pairs: [Int32]

    /// The number of bits by which a sum is shifted right to give an average.
    let shift: Int

    /// The total weight of the rows in an unfinished sum after its first step and after its second.
    let progress: (first: Int32, second: Int32)

    init(_ axis: BlurAxis) {
        let spline = axis.decimation
        shift = spline.averagingShift
        guard spline.step > 1 else {
            (rows, pairs, progress) = (0..<0, [], (0, 0))
            return
        }
        rows = axis.plainSamples
        func weight(_ row: Int, _ tap: Int) -> Int32 { spline.weights[row + tap * spline.step] }
        pairs = stride(from: 0, to: spline.step, by: 2).flatMap { row in
            (0..<3).map { weight(row + 1, $0) << 16 | weight(row, $0) }
        }
        let sums = (0..<2).map { tap in (0..<spline.step).reduce(0) { $0 + weight($1, tap) } }
        progress = (sums[0], sums[0] + sums[1])
    }
}

extension WholeSteps {
    // Properties that the caller passes as arguments are accessed separately, not as one owner.
    func sum<Sample: PlaneSample>(
        _ rows: Span<Sample>,
        shape: StepsShape,
        sums: inout Samples<Int32>,
        into averages: inout Samples<Int16>,
        from start: Int,
        using kernels: any KernelSet.Type
    ) {
        var target = sums.mutableSpan(0..<sums.count)
        var result = averages.mutableSpan(start..<averages.count)
        Sample.sumSteps(
            rows,
            shape: shape,
            weights: pairs.span,
            sums: &target,
            into: &result,
            using: kernels
        )
    }
}
