// SPDX-License-Identifier: Apache-2.0

/// The row kernels that every ``InstructionSet`` implements, with the same bits as result.
///
/// A kernel takes rows, counts and coefficients; it allocates nothing and knows no effect.
/// `planes` is one row of all channels, channel *c* beginning at sample *c* × `planeStride`.
///
/// No parameter holds a vector longer than 16 bytes: callers are compiled for the baseline, and
/// variants for wider registers expect longer ones elsewhere.
package protocol KernelSet: BlurKernelSet, BlockKernelSet, SendableMetatype {
    /// Spreads interleaved bytes over planes; a byte *v* becomes *v* × 257.
    static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Spreads interleaved big-endian 16-bit samples over planes.
    static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Rounds planes to interleaved bytes: *v* becomes (*v* + *addend*) / 257, 255 at most.
    ///
    /// The 16 addends of color, 0 to 256, repeat along the row; 128 everywhere rounds to nearest,
    /// as alpha always is.
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

    /// Mixes straight color planes with a color by alpha: *c* × *a* + *background* × (1 − *a*).
    static func composite(
        _ color: Span<UInt16>,
        alpha: Span<UInt16>,
        background: UInt16,
        into result: inout MutableSpan<UInt16>
    )

    /// Mixes a row with another by a weight for each sample: *front* × *w* + *result* × (1 − *w*).
    static func mix(
        _ front: Span<UInt16>,
        weights: Span<UInt16>,
        into result: inout MutableSpan<UInt16>
    )

    /// Applies a color matrix to three color planes and, if it is there, alpha; a plane of gray
    /// stands for all three, and takes what red becomes.
    static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Remaps luminance of three color planes, or of gray; alpha stays.
    static func applyCurve(
        _ curve: CurveCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    )

    /// Replaces samples by the value of a cubic there.
    static func applyCubic(_ cubic: CubicCoefficients, to samples: inout MutableSpan<UInt16>)

    /// Adds samples to sums, which have room for them.
    static func add(_ samples: Span<UInt16>, to sums: inout MutableSpan<UInt32>)

    /// Adds runs of sums to totals.
    ///
    /// - Parameters:
    ///   - sums: The runs, one after the other; the last may be shorter.
    ///   - length: The sums in a run, at least 1.
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

    /// Adds samples times a factor to sums, which have room for them.
    static func add(
        _ samples: Span<UInt16>,
        times factor: Int32,
        to sums: inout MutableSpan<Int32>
    )

    /// Adds a line to the first of three rows of sums, that to the second, and that to the third;
    /// what overflows is dropped.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - sums: Three rows as long as it, one after the other.
    static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<UInt64>)

    /// Sums up a row three times over; what overflows is dropped.
    ///
    /// What is summed up are samples so far back, each times a factor, from the longest delay on.
    ///
    /// - Parameters:
    ///   - samples: As many as there are results, and before them at least the longest delay.
    ///   - delays: How far back samples lie, in ascending order.
    ///   - factors: One for each delay.
    ///   - sums: The last results.
    static func sumBoxes(
        _ samples: Span<UInt16>,
        delays: Span<Int>,
        factors: Span<Int32>,
        into sums: inout MutableSpan<UInt64>
    )

    /// Adds samples times a weight to sums, which have room for them, without fusing.
    static func add(
        _ samples: Span<UInt16>,
        times weight: Float,
        to sums: inout MutableSpan<Float>
    )

    /// Rounds sums from 0 on to samples, half to even, at most 65,535.
    static func settle(_ sums: Span<Float>, into samples: inout MutableSpan<UInt16>)

    /// Repeats each sample, the last as often as fits: sample *x* comes of *x* / *times*.
    static func repeatSamples(
        _ samples: Span<UInt16>,
        times: Int,
        into result: inout MutableSpan<UInt16>
    )
}

/// The specification: one sample at a time.
package enum ScalarKernels: KernelSet {
    /// What is added to a sample before it is divided by 257, to round to nearest.
    package static var byteRounding: UInt16 { 128 }
}
