// SPDX-License-Identifier: Apache-2.0

/// The kernels that resize images, by weighted sums of samples along rows.
///
/// Every variant gives the same bits: terms are added in order, and products are not fused with sums.
package protocol ResamplingKernelSet {
    /// Adds up runs of weighted samples along rows, and rounds the sums to 16 bits, half to even.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - starts: The index of the first sample of each row, of 1 to 16.
    ///   - runs: The runs.
    ///   - bias: The number with which each sum begins.
    ///   - scratch: At least ``WeightedRuns/scratchCount(width:)`` numbers.
    ///   - result: A row of results for each row, one result for each run.
    ///   - stride: The distance between two rows of results.
    static func addRuns(
        _ rows: Span<Float>,
        starts: Span<Int>,
        runs: WeightedRuns,
        bias: Float,
        scratch: inout MutableSpan<Float>,
        into result: inout MutableSpan<UInt16>,
        stride: Int
    )
}

/// The runs of samples and their weights in a resampling along rows: a weighted sum for each
/// result.
package struct WeightedRuns: ~Escapable {
    /// The index of the first sample of each run.
    package let firsts: Span<Int32>
    /// The index of the first weight of each run, followed by the number of all weights.
    package let offsets: Span<Int32>
    /// The weights of all runs, one run after the other.
    package let weights: Span<Float>
    /// The number of samples in a row.
    package let width: Int

    /// Creates weighted runs, each of which must lie inside of the row.
    @_lifetime(copy firsts, copy offsets, copy weights)
    package init(firsts: Span<Int32>, offsets: Span<Int32>, weights: Span<Float>, width: Int) {
        precondition(offsets.count == firsts.count + 1, "every run has an end")
        self.firsts = firsts
        self.offsets = offsets
        self.weights = weights
        self.width = width
    }

    /// The greatest number of rows that one call of the kernel takes.
    package static var rowCount: Int { 16 }

    /// The length of the scratch buffer that rows of a given width need.
    package static func scratchCount(width: Int) -> Int { (width + 8) * rowCount }
}
