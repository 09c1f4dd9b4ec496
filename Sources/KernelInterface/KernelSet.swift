// SPDX-License-Identifier: Apache-2.0

/// The row kernels that every ``InstructionSet`` implements, all with bit-identical results.
///
/// A kernel takes rows, counts and coefficients; it allocates nothing and knows no effect. `planes`
/// is one row of all channels; channel *c* begins at sample *c* × `planeStride`.
///
/// No parameter is a vector longer than 16 bytes: callers are compiled for the baseline, and
/// variants for wider registers would expect longer vectors in other registers.
package protocol KernelSet:
    BlurKernelSet, BlockKernelSet, FilterKernelSet, LimitKernelSet, ResamplingKernelSet,
    SquareKernelSet, SendableMetatype
{
    /// Deinterleaves bytes into planes; a byte *v* becomes *v* × 257.
    static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Deinterleaves big-endian 16-bit samples into planes.
    static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Interleaves planes as bytes: *v* becomes (*v* + *addend*) / 257, 255 at most.
    ///
    /// The 16 addends of color, 0 to 256, repeat along the row. An addend of 128 rounds to nearest;
    /// alpha always uses it.
    static func pack8(
        _ planes: Span<UInt16>,
        addends: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    )

    /// Interleaves planes as big-endian 16-bit samples.
    static func pack16(
        _ planes: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    )

    /// Multiplies color by alpha, the last plane, rounding to nearest.
    static func premultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape)

    /// Divides color by alpha, the last plane, rounding to nearest, half up; 0 where alpha is 0.
    static func unpremultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape)

    /// Composites color that is not premultiplied over an opaque background: *c* × *a* +
    /// *background* × (1 − *a*).
    static func composite(
        _ color: Span<UInt16>,
        alpha: Span<UInt16>,
        background: UInt16,
        into result: inout MutableSpan<UInt16>
    )

    /// Mixes two rows by a weight for each sample: *front* × *w* + *result* × (1 − *w*).
    static func mix(
        _ front: Span<UInt16>,
        weights: Span<UInt16>,
        into result: inout MutableSpan<UInt16>
    )

    /// Applies a color matrix to the color planes and, where there is one, the alpha plane.
    ///
    /// A gray plane serves as red, green and blue, and takes the new red.
    static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Applies a luminance curve to three color planes, or to gray; alpha stays.
    static func applyCurve(
        _ curve: CurveCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Replaces each sample by the value that a cubic polynomial has at that sample.
    static func applyCubic(_ cubic: CubicCoefficients, to samples: inout MutableSpan<UInt16>)

    /// Adds samples to sums; these must not overflow.
    static func add(_ samples: Span<UInt16>, to sums: inout MutableSpan<UInt32>)

    /// Adds up each run of consecutive sums and adds the result to the total of that run.
    ///
    /// - Parameters:
    ///   - sums: The runs, one after the other; the last may be shorter.
    ///   - length: The number of sums in a run, at least 1.
    ///   - totals: One for each run.
    static func addRuns(
        _ sums: Span<UInt32>,
        length: Int,
        to totals: inout MutableSpan<UInt64>
    )

    /// Divides sums of samples by a count, rounding to nearest, half up.
    ///
    /// - Parameters:
    ///   - sums: Each at most count × 65,535.
    ///   - count: 1 to 2^34.
    ///   - result: As long as the sums.
    static func divide(
        _ sums: Span<UInt64>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    )

    /// Adds samples times a factor to sums; these must not overflow.
    static func add(
        _ samples: Span<UInt16>,
        times factor: Int32,
        to sums: inout MutableSpan<Int32>
    )

    /// Adds a row to three cascaded rows of running sums, to integrate it three times.
    ///
    /// The line is added to the first row of sums, the first to the second, and the second to the
    /// third. Overflow wraps.
    ///
    /// - Parameters:
    ///   - line: The values to add.
    ///   - sums: Three rows as long as the line, one after the other.
    static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<UInt64>)

    /// Filters a row by three boxes: combines delayed samples and integrates the result three
    /// times.
    ///
    /// Overflow wraps.
    ///
    /// The input of the first sum is a combination of earlier samples, each at its delay and times
    /// its factor, from the longest delay on.
    ///
    /// - Parameters:
    ///   - samples: The samples of all results, preceded by at least as many as the longest delay.
    ///   - delays: The distances to earlier samples, in ascending order.
    ///   - factors: One for each delay.
    ///   - sums: The results for the last samples.
    static func sumBoxes(
        _ samples: Span<UInt16>,
        delays: Span<Int>,
        factors: Span<Int32>,
        into sums: inout MutableSpan<UInt64>
    )

    /// Replaces each sum by the total of itself and all sums before it. Overflow wraps.
    static func accumulate(_ sums: inout MutableSpan<Int32>)

    /// Adds a row to three cascaded rows of running sums, to integrate it three times.
    ///
    /// The line is added to the first row of sums, the first to the second, and the second to the
    /// third. Overflow wraps.
    ///
    /// - Parameters:
    ///   - line: The values to add.
    ///   - sums: Three rows as long as the line, one after the other.
    static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<Int32>)

    /// Divides sums of samples by a count, rounding to nearest, half up.
    ///
    /// - Parameters:
    ///   - sums: The bits of unsigned sums, each at most count × 65,535, and less than 2^32 with half
    ///     of the count.
    ///   - count: 1 to 2^24.
    ///   - result: As long as the sums.
    static func divide(
        _ sums: Span<Int32>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    )

    /// Adds up two rows, each times a weight.
    ///
    /// - Parameters:
    ///   - first: At least as long as the line.
    ///   - second: At least as long as the line.
    ///   - weights: The weights of both rows.
    ///   - line: The result.
    static func combine(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: (first: Float, second: Float),
        into line: inout MutableSpan<Float>
    )

    /// Adds a row at another scale to sums, interpolated linearly: *a* + (*b* − *a*) × rest, where
    /// *b* follows *a* in the row.
    ///
    /// - Parameters:
    ///   - line: The row; the value after its last one equals it.
    ///   - indices: The index of *a* for each sum. Each is equal to the index before, or greater by 1.
    ///   - rests: The weight of *b* for each sum.
    ///   - sums: As many as indices and rests.
    static func add(
        _ line: Span<Float>,
        at indices: Span<Int32>,
        rests: Span<Float>,
        to sums: inout MutableSpan<Float>
    )

    /// Rounds sums to samples, half up, and limits them.
    ///
    /// - Parameters:
    ///   - sums: Finite values.
    ///   - result: As long as the sums.
    static func round(_ sums: Span<Float>, into result: inout MutableSpan<UInt16>)

    /// Adds samples times a weight to sums in floating point, without fused multiply-add.
    static func add(
        _ samples: Span<UInt16>,
        times weight: Float,
        to sums: inout MutableSpan<Float>
    )

    /// Rounds sums to samples, half to even, limited to 65,535; sums must not be negative.
    static func settle(_ sums: Span<Float>, into samples: inout MutableSpan<UInt16>)

    /// Repeats each sample: result *x* is sample *x* / *times*, and the last run may be cut short.
    static func repeatSamples(
        _ samples: Span<UInt16>,
        times: Int,
        into result: inout MutableSpan<UInt16>
    )

    /// Marks by a 1 each sample in whose 3 × 3 window the average of limited samples may differ too
    /// much from the limited average.
    ///
    /// The window of a sample has three rows and three columns and ends at that sample; columns
    /// before the first repeat it.
    ///
    /// - Parameters:
    ///   - row: The last row of the windows.
    ///   - above: The row above.
    ///   - top: The row above that.
    ///   - limits: The limits.
    ///   - marks: One for each sample; others stay.
    static func markBends(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limits: BendLimits,
        in marks: inout MutableSpan<UInt8>
    )

    /// Marks by a 1 each sample in whose 3 × 3 window two neighboring samples differ by more than a
    /// limit.
    ///
    /// The window of a sample has three rows and three columns and ends at that sample; columns
    /// before the first repeat it.
    ///
    /// - Parameters:
    ///   - row: The last row of the windows.
    ///   - above: The row above.
    ///   - top: The row above that.
    ///   - limit: The greatest difference that is not marked.
    ///   - marks: One for each sample; others stay.
    static func markSteps(
        _ row: Span<UInt16>,
        above: Span<UInt16>,
        top: Span<UInt16>,
        limit: UInt16,
        in marks: inout MutableSpan<UInt8>
    )
}

/// The scalar kernels, the specification of all variants: one sample at a time.
package enum ScalarKernels: KernelSet {
    /// The addend that makes a division of a sample by 257 round to nearest.
    package static var byteRounding: UInt16 { 128 }
}
