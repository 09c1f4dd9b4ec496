// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The weights of DCT coefficients in a ``BlockResampling``, shared by planes of one shape.
package struct BlockWeights: Sendable {
    /// The weights with which each column of DCT coefficients contributes to the output columns.
    let columns: ResamplingAxis

    /// The number of output rows.
    let outputCount: Int

    /// The square of low-frequency coefficients that are kept of each block.
    package let corner: BlockCorner

    /// The number of pairs of rows of coefficients with weights that are not negligible.
    let pairCount: Int

    /// The output rows to which each row of blocks contributes, with its weights in them.
    let steps: [Step]

    /// The groups of blocks in a row, each of 32 columns of coefficients, that have a weight.
    let groups: Range<Int>

    /// The number of rows of sums kept at a time.
    let sumCount: Int

    /// The output rows to which a row of blocks contributes, and its weights in them.
    struct Step: Sendable {
        var outputs: Range<Int>
        var weights: [Int32]
        /// The number of output rows that are complete after this row of blocks.
        var completeCount: Int
    }

    /// The greatest number of rows of blocks by which one plane is ahead of another.
    ///
    /// Rows come in groups of one row of blocks of the plane with the fewest samples, two of the others,
    /// and interpolated planes reach up to one group further.
    static let rowsAhead = 4

    /// The number of fraction bits in a weight.
    static let fractionBits = 15

    /// Computes the weights of coefficients from the weights of samples along both axes.
    ///
    /// - Parameters:
    ///   - rows: The weights of rows of samples.
    ///   - columns: The weights of columns of samples.
    package init(rows: ResamplingRuns, columns: ResamplingRuns) {
        let (rows, columns) = (rows.ofCoefficients, columns.ofCoefficients)
        let corner = Self.corner(rows, columns)
        let axis = ResamplingAxis(columns.keeping(corner.side))
        self.corner = corner
        self.columns = axis
        groups = (axis.reach.lowerBound / 32)..<((axis.reach.upperBound + 31) / 32)
        outputCount = rows.runs.count
        let pairCount = min(Self.pairCount(rows), corner.side / 2)
        self.pairCount = pairCount
        let steps = Self.steps(rows, pairCount)
        self.steps = steps
        let window = steps.indices.reduce(0) { most, index in
            let last = min(index + Self.rowsAhead, steps.count - 1)
            return max(most, steps[last].outputs.upperBound - steps[index].outputs.lowerBound)
        }
        sumCount = window + WeightedRuns.rowCount
    }

    /// The range of coefficients in a row of blocks that have weights.
    var blockRange: Range<Int> {
        (corner.groupCount * groups.lowerBound)..<(corner.groupCount * groups.upperBound)
    }

    /// The number of sums in a row.
    var stride: Int { 32 * groups.count }

    /// Counts the pairs of rows of coefficients with weights that are not negligible.
    ///
    /// A coefficient of which no more than 1/256 is seen in any sum is left out: few coefficients of
    /// high frequencies exceed a hundred, so that the error is a part of a level.
    private static func pairCount(_ rows: ResamplingRuns) -> Int {
        (rows.greatestWeights.lastIndex { $0 > 1.0 / 256 } ?? 0) / 2 + 1
    }

    /// The greatest weight along one axis at which a coefficient is not read from the file.
    ///
    /// Such a coefficient is one of a frequency that the result cannot show. Of photos, less is lost than by
    /// rounding to 8 bits (`ResizedPlanesTests`).
    private static let leastWeight = 1.0 / 24

    private static func corner(_ rows: ResamplingRuns, _ columns: ResamplingRuns) -> BlockCorner {
        let count = [rows, columns].reduce(1) { count, axis in
            max(count, (axis.greatestWeights.lastIndex { $0 > leastWeight } ?? 0) + 1)
        }
        return count <= 2 ? BlockCorner(side: 2) : count <= 4 ? BlockCorner(side: 4) : .whole
    }

    private static func steps(_ rows: ResamplingRuns, _ pairCount: Int) -> [Step] {
        var (first, complete) = (0, 0)
        return (0..<(rows.inputCount / 8)).map { block in
            let start = 8 * block
            while first < rows.runs.count, rows.runs[first].range.upperBound <= start { first += 1 }
            var end = first
            while end < rows.runs.count, rows.runs[end].first <= start { end += 1 }
            var weights: [Int32] = []
            for run in rows.runs[first..<end] {
                for pair in 0..<pairCount {
                    let index = start - run.first + 2 * pair
                    let low = Self.fixed(run.weights[index])
                    let high = Self.fixed(run.weights[index + 1])
                    weights.append(high << 16 | low & 0xFFFF)
                }
            }
            while complete < rows.runs.count, rows.runs[complete].range.upperBound <= start + 8 {
                complete += 1
            }
            return Step(outputs: first..<end, weights: weights, completeCount: complete)
        }
    }

    private static func fixed(_ weight: Double) -> Int32 {
        Int32((weight * Double(1 << fractionBits)).rounded())
    }
}
