// SPDX-License-Identifier: Apache-2.0

/// The row kernels of the blur; every variant gives the same bits.
///
/// All arithmetic is on integers. Sums are exact; each kernel rounds once, half up, when it turns
/// sums into samples. The weights of a sum are not negative and add up to a power of two. So
/// results never leave the range of their inputs, and a plane that is nowhere greater than another
/// stays so, as premultiplied color must stay at or below alpha.
///
/// Samples at low resolution are *centered*: 32,768 is subtracted, so that they are signed and one
/// instruction sums two products of them. Kernels may write such rows up to the next multiple of 64
/// elements; buffers have that room, and the padding is never read.
package protocol BlurKernelSet {
    /// Adds weighted rows to three rows of running sums.
    ///
    /// Each sum grows by Σ weight × centered sample. The order of columns in a row of sums is the
    /// variant's own, and only ``average(_:bias:shift:into:)`` knows it. If `fresh` is set, the
    /// first row of sums holds garbage and counts as zero.
    ///
    /// - Parameters:
    ///   - rows: The rows, one after the other.
    ///   - shape: The layout of the rows in memory.
    ///   - weights: For every two rows, the pair of their weights for each of the three sums.
    ///   - fresh: Whether the first row of sums starts from zero.
    ///   - sums: The rows of sums, padded to whole vectors.
    ///   - starts: The starts of the three rows of sums.
    static func accumulate(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Adds weighted rows of bytes to three rows of running sums; a byte *v* stands for the sample
    /// 257 × *v*.
    static func accumulate(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Reduces each step of several rows to one row of averages, by weighted running sums.
    ///
    /// Three rows of sums grow with each step: a new one and two in progress. The older of those is
    /// then complete and is averaged.
    ///
    /// - Parameters:
    ///   - rows: The rows, one after the other.
    ///   - shape: The layout of the rows, the sums and the averages in memory.
    ///   - weights: For every two rows of a step, the pair of their weights for each of the three sums,
    ///     the new one first and the oldest last.
    ///   - sums: The rows of sums, padded to whole vectors.
    ///   - averages: Centered samples, a row for each step. Rows may be written up to the next
    ///     multiple of 64 elements where there is room.
    static func sumSteps(
        _ rows: Span<UInt16>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    )

    /// Reduces each step of several rows of bytes to one row of averages; a byte *v* stands for the
    /// sample 257 × *v*.
    static func sumSteps(
        _ rows: Span<UInt8>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    )

    /// Turns sums into samples minus 32,768: (sum + bias) / 2^shift; these must fit into 16 bits.
    static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        shift: Int,
        into row: inout MutableSpan<Int16>
    )

    /// Turns sums into samples minus 32,768: sum / divisor, rounded half up.
    static func average(
        _ sums: Span<Int32>,
        divisor: Int32,
        into row: inout MutableSpan<Int16>
    )

    /// Converts samples to signed ones by subtracting 32,768.
    static func center(_ samples: Span<UInt16>, into row: inout MutableSpan<Int16>)

    /// Converts bytes to signed samples: a byte *v* becomes 257 × *v* − 32,768.
    static func center(_ samples: Span<UInt8>, into row: inout MutableSpan<Int16>)

    /// Halves a row in place: filters it by a B-spline of three or five boxes and keeps every
    /// second sample.
    ///
    /// Sample *i* is a sum of 4, or 6, samples from 2 *i* on.
    ///
    /// - Parameters:
    ///   - row: The row, padded to whole vectors.
    ///   - count: The number of samples after halving.
    ///   - boxes: The number of boxes in the spline, 3 or 5.
    static func halve(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int)

    /// Doubles a row in place: interpolates two samples from each by a B-spline of three or five
    /// boxes.
    ///
    /// Samples 2 *i* and 2 *i* + 1 are sums of 2, or 3, samples from *i* on.
    ///
    /// - Parameters:
    ///   - row: The row, padded to whole vectors.
    ///   - count: The number of samples before doubling.
    ///   - boxes: The number of boxes in the spline, 3 or 5.
    static func double(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int)

    /// Interpolates a row to twice its number of samples by a B-spline of three or five boxes, into
    /// another row.
    ///
    /// - Parameters:
    ///   - row: The row, padded to whole vectors and two samples more.
    ///   - count: The number of samples before doubling.
    ///   - boxes: The number of boxes in the spline, 3 or 5.
    ///   - result: The other row, padded to whole vectors.
    static func double(
        _ row: Span<Int16>,
        count: Int,
        boxes: Int,
        into result: inout MutableSpan<Int16>
    )

    /// Blurs along a row: result *x* is a weighted sum of the samples from *x* on.
    ///
    /// - Parameters:
    ///   - row: The samples, from one radius before the first result on, padded to whole vectors.
    ///   - weights: Pairs of weights as `LowGaussian` makes them; all weights add up to 32,768.
    ///   - result: The results; may be written up to the next multiple of 64 elements.
    static func blurRow(
        _ row: Span<Int16>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>
    )

    /// Blurs along columns: each result is a weighted sum of the samples of several rows in its
    /// column.
    ///
    /// - Parameters:
    ///   - ring: Centered rows.
    ///   - starts: The start of each row that contributes, topmost first: an odd number of rows for one
    ///     result, one more for two.
    ///   - weights: Pairs of weights as `LowGaussian` makes them; all weights add up to 32,768.
    ///   - result: One row of results, or two.
    ///   - shape: The layout of the results in memory.
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>,
        shape: RowsShape
    )

    /// Blurs along columns, as weighted sums of several signed rows, into unsigned samples.
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<UInt16>,
        shape: RowsShape
    )

    /// Interpolates several consecutive rows from three low-resolution rows.
    ///
    /// - Parameters:
    ///   - rows: The buffer of centered rows.
    ///   - starts: The starts of the three rows.
    ///   - curve: The weights of the three rows in each result row.
    ///   - samples: The results, not centered.
    ///   - shape: The layout of the results in memory.
    static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into samples: inout MutableSpan<UInt16>,
        shape: RowsShape
    )

    /// Interpolates several consecutive rows of bytes from three low-resolution rows: samples /
    /// 256, rounded half up and limited to 255.
    static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowsShape
    )
}
