// SPDX-License-Identifier: Apache-2.0

/// The row kernels of the blur; every variant gives the same bits.
///
/// Sums of pixels are exact, in whole numbers. All else is `Float` in the order of operations that
/// is written here, without fused multiply-adds, so that no variant rounds differently. Every
/// operation is monotone in the samples and all weights are positive or zero: results never leave
/// the range of their inputs, and premultiplied color never exceeds alpha.
///
/// Rows at low resolution may be computed up to the next multiple of 32 elements: buffers have the
/// room, and nobody looks at what lies behind the width.
package protocol BlurKernelSet {
    /// Adds two rows of one step to three rows of sums.
    ///
    /// Each sum grows by Σ weight × (sample − 32,768); the caller knows the sum of the weights.
    /// Where the first row of sums is fresh, what it holds is garbage and counts as zero.
    static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: AccumulationWeights,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Adds four rows of one step to three rows of sums, as two times two of them.
    static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        _ third: Span<UInt16>,
        _ fourth: Span<UInt16>,
        weights: (AccumulationWeights, AccumulationWeights),
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Adds a row to one row of sums, as above.
    static func accumulate(
        _ row: Span<UInt16>,
        weight: Int16,
        into sums: inout MutableSpan<Int32>
    )

    /// Turns sums into means: (sum + bias) × scale.
    static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        scale: Float,
        into row: inout MutableSpan<Float>
    )

    /// Turns samples into `Float`.
    static func widen(_ samples: Span<UInt16>, into row: inout MutableSpan<Float>)

    /// Averages a row by the spline, `count` times, a step apart: Σ weight[q] × (row[q] +
    /// row[last − q]) from the outer weights to the inner.
    ///
    /// The scratch takes the row sorted by phase, see ``Decimation``.
    static func decimate(
        _ row: Span<Float>,
        by decimation: borrowing Decimation,
        scratch: inout MutableSpan<Float>,
        count: Int,
        into low: inout MutableSpan<Float>
    )

    /// Blurs along a row: g[0] × r[x] + Σ g[n] × (r[x − n] + r[x + n]) from the center outwards.
    ///
    /// `row` begins `weights.count − 1` elements before the first result.
    static func blurRow(
        _ row: Span<Float>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    )

    /// Blurs across rows, as along a row.
    ///
    /// `starts` are the beginnings of 2 × `weights.count` − 1 rows in `ring`, the middle one last
    /// but in the middle.
    static func blurColumns(
        _ ring: Span<Float>,
        starts: Span<Int>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    )

    /// Interpolates between three rows: w[0] × a + w[1] × b + w[2] × c.
    static func mix(
        _ rows: Span<Float>,
        starts: (Int, Int, Int),
        weights: SIMD3<Float>,
        into result: inout MutableSpan<Float>
    )

    /// Interpolates along a row and rounds: w[p] × low[i + 2] + w[step + p] × low[i + 1] +
    /// w[2 × step + p] × low[i] for sample *x*, where *x* + `phase` is *i* steps and *p* samples.
    ///
    /// Each is multiplied by `scale` × `scales[x]`, unless `scales` is empty, and rounded to the
    /// nearest sample, half to even.
    static func interpolate(
        _ low: Span<Float>,
        weights: Span<Float>,
        phase: Int,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    )

    /// Rounds a row at full resolution, scaled and rounded as above.
    static func round(
        _ row: Span<Float>,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    )
}

/// The weights of two rows in three sums.
package struct AccumulationWeights {
    /// Of the first row.
    package var first: SIMD3<Int16>
    /// Of the second row.
    package var second: SIMD3<Int16>

    /// Creates weights.
    package init(first: SIMD3<Int16>, second: SIMD3<Int16>) {
        self.first = first
        self.second = second
    }
}

/// How a row is averaged by a spline once per step.
package struct Decimation: Sendable {
    /// Pixels per low-resolution sample.
    package let step: Int

    /// The outer half of the spline, scaled to a sum of one half; the other half mirrors it.
    package let weights: [Float]

    /// Where the scratch holds the samples of each weight of the whole spline for the first
    /// result; those for the next follow.
    package let starts: [Int]

    /// Elements between two phases in the scratch.
    package let phaseStride: Int

    /// Describes an average.
    package init(step: Int, weights: [Float], starts: [Int], phaseStride: Int) {
        self.step = step
        self.weights = weights
        self.starts = starts
        self.phaseStride = phaseStride
    }

    /// Elements of the scratch.
    package var scratchCount: Int { step * phaseStride }
}
