// SPDX-License-Identifier: Apache-2.0

/// The kernels that turn low samples into blocks of coefficients, without the samples between, and
/// blocks into samples; every variant gives the same bits.
///
/// A block of eight by eight samples is interpolated of few low samples, and its cosine transform is
/// as linear in them: so is what it takes along each axis, of ``BlockRow/taps`` low samples. Sums are
/// added up in the order of taps, and products are not fused with them.
package protocol BlockKernelSet {
    /// Transforms a low row along itself: eight coefficients for each block.
    ///
    /// - Parameters:
    ///   - low: As many samples as the row reaches.
    ///   - weights: For each phase and each tap its weight in the eight coefficients.
    ///   - row: Where the low samples of blocks lie.
    ///   - coefficients: Eight for each block.
    static func transformRow(
        _ low: Span<Float>,
        weights: Span<Float>,
        row: BlockRow,
        into coefficients: inout MutableSpan<Float>
    )

    /// Transforms transformed rows across them, in units of what coefficients are quantized by, and
    /// rounds to nearest, half to even.
    ///
    /// - Parameters:
    ///   - rows: Transformed rows.
    ///   - starts: Where each of those begins that the blocks come of, a tap each.
    ///   - weights: For each row of a block and each tap its weight in the eight coefficients.
    ///   - limits: For each tap the greatest weight that it has in any of the last four rows of a
    ///     block, without sign.
    ///   - masks: For each block which of its coefficients are not zero, from the lowest bit on.
    ///   - blocks: 64 coefficients for each mask, row by row; where the mask says zero, anything.
    static func quantizeBlocks(
        _ rows: Span<Float>,
        at starts: Span<Int>,
        weights: Span<Float>,
        limits: Span<Float>,
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    )

    /// Makes samples of blocks of coefficients, as libjpeg's accurate integer transform does.
    ///
    /// Blocks lie by fours beside each other: eight rows of 32 coefficients, eight of each block.
    /// Columns are transformed before rows. Weights are the fixed-point constants of that transform,
    /// of 13 bits, multiplied out; what it adds up in another order is exact, so that sums are the
    /// same. Coefficients times factors, and sums, are as long as their types: what overflows is
    /// dropped, and what does not fit into 16 bits between columns and rows, or into a sample, is limited.
    /// None of that is so with coefficients that 8-bit samples have; of others libraries make this or that.
    ///
    /// Reference: Loeffler, Ligtenberg and Moschytz, Practical fast 1-D DCT algorithms with 11
    /// multiplications, 1989; ITU-T T.81, A.3.3.
    ///
    /// - Parameters:
    ///   - coefficients: 256 for each four blocks.
    ///   - factors: What four blocks are multiplied by.
    ///   - samples: Eight rows of 32 samples for each four blocks.
    ///   - stride: The samples from the start of a row to that of the next.
    static func inverseTransform(
        _ coefficients: Span<Int16>,
        times factors: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    )
}
