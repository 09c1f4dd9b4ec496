// SPDX-License-Identifier: Apache-2.0

/// The kernels that resize images, by weighted sums of DCT coefficients and of samples.
///
/// Every variant gives the same bits: terms are added in order, and products are not fused with sums.
package protocol ResamplingKernelSet {
    /// Dequantizes blocks of DCT coefficients and adds weighted sums of their rows to rows of sums.
    ///
    /// The order of columns in a row of sums is the variant's own, and only
    /// ``convert(_:times:into:)`` knows it.
    ///
    /// - Parameters:
    ///   - blocks: Groups of blocks, whose rows have 32 coefficients.
    ///   - factors: The quantization table in the same order, for one group.
    ///   - weights: For each row of sums, ``BlockSums/pairCount`` pairs of weights of the first rows of
    ///     coefficients, the first of a pair in the lower half.
    ///   - shape: The rows of sums.
    ///   - sums: As many sums in each row as columns of coefficients.
    static func addBlocks(
        _ blocks: Span<Int16>,
        times factors: Span<Int16>,
        weights: Span<Int32>,
        shape: BlockSums,
        to sums: inout MutableSpan<Int32>
    )

    /// Converts a row of integer sums to floating point and multiplies them by a factor.
    ///
    /// - Parameters:
    ///   - sums: A row of sums, in groups of 32.
    ///   - factor: The factor.
    ///   - row: As many numbers, in the order of columns.
    static func convert(
        _ sums: Span<Int32>,
        times factor: Float,
        into row: inout MutableSpan<Float>
    )

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

/// The layout of a ring of rows of sums, to which blocks of DCT coefficients are added.
package struct BlockSums: Sendable {
    /// The number of coefficients stored for blocks side by side in rows of 32.
    package var groupCount: Int
    /// The number of pairs of weights for each row of sums, one for every two rows of coefficients:
    /// 1 to 4.
    package var pairCount: Int
    /// The slot of the first row of sums to add to.
    package var first: Int
    /// The number of rows of sums to add to, in consecutive slots of the ring.
    package var count: Int
    /// The number of slots in the ring, each with room for a row of sums.
    package var slotCount: Int
    /// The distance between the starts of two slots, in sums.
    package var stride: Int

    /// Creates the layout of a ring of rows of sums.
    package init(
        groupCount: Int,
        pairCount: Int,
        first: Int,
        count: Int,
        slotCount: Int,
        stride: Int
    ) {
        precondition((1...4).contains(pairCount), "a block has eight rows")
        precondition(groupCount >= 64 * pairCount, "a group has fewer rows")
        precondition(count <= slotCount && first >= 0, "a row of sums twice")
        (self.groupCount, self.pairCount) = (groupCount, pairCount)
        (self.first, self.count) = (first, count)
        (self.slotCount, self.stride) = (slotCount, stride)
    }

    /// Returns the index of the first sum in a row of sums; row 0 is the first to add to.
    package func start(of row: Int) -> Int { (first + row) % slotCount * stride }
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
