// SPDX-License-Identifier: Apache-2.0

/// The kernels that convert low-resolution samples directly to DCT blocks, and DCT blocks to
/// samples.
///
/// Every variant gives the same bits.
///
/// A block of eight by eight samples is interpolated from a few low samples, and its cosine
/// transform is linear in them. So each axis is one weighted sum of ``BlockRow/taps`` low samples
/// per coefficient. Terms are added in the order of taps, and products are not fused with sums.
package protocol BlockKernelSet {
    /// Transforms one row of low-resolution samples horizontally, into eight coefficients for each
    /// block.
    ///
    /// - Parameters:
    ///   - low: The low samples, ``BlockRow/reach`` of them.
    ///   - weights: Eight weights, one per coefficient, for each phase and each tap.
    ///   - row: The positions of the low samples for each block.
    ///   - coefficients: Eight for each block.
    static func transformRow(
        _ low: Span<Float>,
        weights: Span<Float>,
        row: BlockRow,
        into coefficients: inout MutableSpan<Float>
    )

    /// Transforms rows of coefficients vertically, divides by the quantization table, and rounds.
    ///
    /// The division is part of the weights; rounding is to nearest, half to even.
    ///
    /// - Parameters:
    ///   - rows: Rows from ``transformRow(_:weights:row:into:)``.
    ///   - starts: The start of the row for each tap.
    ///   - weights: Eight weights, one per coefficient, for each row of a block and each tap.
    ///   - limits: For each tap, the greatest magnitude of its weights in the last four rows of a
    ///     block.
    ///   - masks: For each block, a bit for each nonzero coefficient, from the lowest bit on.
    ///   - blocks: 64 coefficients for each mask, row by row; undefined where the bit is 0.
    static func quantizeBlocks(
        _ rows: Span<Float>,
        at starts: Span<Int>,
        weights: Span<Float>,
        limits: Span<Float>,
        masks: inout MutableSpan<UInt64>,
        into blocks: inout MutableSpan<Int16>
    )

    /// Computes the inverse DCT of blocks, bit for bit as libjpeg's accurate integer transform.
    ///
    /// Blocks lie in groups of four side by side: eight rows of 32 coefficients, eight of each
    /// block. Columns are transformed before rows. Weights are the 13-bit fixed-point constants of
    /// that transform, multiplied out; sums are exact, so their order does not matter. Products and
    /// sums wrap on overflow; intermediate results saturate to 16 bits and samples to 8. Neither
    /// happens with coefficients of real 8-bit samples; for others, libraries differ among
    /// themselves.
    ///
    /// Reference: Loeffler, Ligtenberg and Moschytz, Practical fast 1-D DCT algorithms with 11
    /// multiplications, 1989; ITU-T T.81, A.3.3.
    ///
    /// - Parameters:
    ///   - coefficients: 256 for each group of four blocks.
    ///   - factors: The quantization table, repeated for four blocks as they lie.
    ///   - samples: Eight rows of 32 samples for each group of four blocks.
    ///   - stride: The distance between the starts of two rows, in samples.
    static func inverseTransform(
        _ coefficients: Span<Int16>,
        times factors: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    )
}
