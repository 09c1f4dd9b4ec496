// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

extension PlaneReduction {
    /// Writes the next low-resolution rows as samples minus 32,768, as many as are ready.
    ///
    /// - Parameters:
    ///   - rows: Room for the rows.
    ///   - stride: The distance between the starts of two rows, in samples.
    ///   - limit: The greatest number of rows to write.
    /// - Returns: The number of rows written: 0 when more input is needed, or at the end.
    package mutating func pull(
        into rows: inout MutableSpan<Int16>,
        stride: Int,
        limit: Int
    ) -> Int {
        write(into: &rows, stride: stride, limit: limit)
    }

    /// Writes the next low-resolution rows as unsigned samples, as many as are ready.
    ///
    /// - Parameters:
    ///   - rows: Room for the rows.
    ///   - stride: The distance between the starts of two rows, in samples.
    ///   - limit: The greatest number of rows to write.
    /// - Returns: The number of rows written: 0 when more input is needed, or at the end.
    package mutating func pull(
        into rows: inout MutableSpan<UInt16>,
        stride: Int,
        limit: Int
    ) -> Int {
        write(into: &rows, stride: stride, limit: limit)
    }

    private mutating func write<Sample: LowSample>(
        into rows: inout MutableSpan<Sample>,
        stride: Int,
        limit: Int
    ) -> Int {
        let kernels = instructionSet.kernels
        var written = 0
        while let count = prepareResults(limit - written) {
            let start = written * stride
            let shape = RowsShape(width: plan.lowWidth, stride: stride, count: count)
            let weights = resultPairs
            var target = rows._mutatingExtracting(start..<(start + shape.spanCount))
            Sample.blurColumns(
                ring.span(0..<ring.count),
                starts: starts.span(0..<(starts.count + count - 2)),
                weights: weights.span,
                into: &target,
                shape: shape,
                using: kernels
            )
            written += count
        }
        return written
    }

    /// Finds the rows in ``ring`` that the next one or two results are blurred from, and advances
    /// ``nextResult`` past these results.
    ///
    /// - Returns: The number of results, or nil if none is ready or no more are to be made.
    private mutating func prepareResults(_ limit: Int) -> Int? {
        let last = plan.rows.results.upperBound
        guard limit > 0, nextResult <= last, isReady(nextResult) else {
            precondition(
                limit <= 0 || nextResult > last || nextInput < plan.rows.inputCount,
                "the reduction has lost a low row"
            )
            return nil
        }
        let isEven = plan.coverage?.rows.even.contains(nextResult) ?? true
        let pairs = isEven && (plan.coverage?.rows.even.contains(nextResult + 1) ?? true)
        let count = limit > 1 && pairs && nextResult < last && isReady(nextResult + 1) ? 2 : 1
        let radius = plan.rows.gaussian.radius
        for index in 0..<(2 * radius + count) {
            var row = plan.ringRowCount
            if let source = plan.rows.source(of: nextResult - radius + index) {
                row = ringSlot(of: source)
            }
            let start = row * plan.lowStride
            starts.update(start, at: index)
        }
        resultPairs = isEven ? rowPairs : pairUneven()
        nextResult += count
        return count
    }

    /// Returns the packed weights of the Gaussian for the next result that depends on samples
    /// beyond an edge.
    private mutating func pairUneven() -> [Int32] {
        guard let coverage = plan.coverage?.rows else {
            preconditionFailure("the edge mode does not normalize")
        }
        var weights = coverage.weights(of: nextResult)
        if let whole = weights.firstIndex(of: LowGaussian.unit) {
            // A weight of one does not fit into 16 bits: a second tap on the same row takes a part
            // of it.
            let other = whole == 0 ? 1 : whole - 1
            (weights[whole], weights[other]) = (LowGaussian.unit - 1, 1)
            let start = starts.span(whole..<(whole + 1))[0]
            starts.update(start, at: other)
        }
        return LowGaussian.pairs(weights)
    }
}
