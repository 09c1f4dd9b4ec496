// SPDX-License-Identifier: Apache-2.0

/// The row kernels of the blur; every variant gives the same bits.
///
/// All is computed in whole numbers. Sums are exact; each kernel rounds once, half up, when it turns
/// sums into samples. Weights of a sum are positive or zero and add up to a power of two: results
/// never leave the range of their samples, and what is nowhere greater stays nowhere greater, as
/// premultiplied color must not exceed alpha.
///
/// Samples at low resolution are *centered*: less 32,768, so that they are signed and two products
/// are summed by one instruction. Their rows may be written up to the next multiple of 64 elements:
/// buffers have the room, and nobody looks at what lies behind the width.
package protocol BlurKernelSet {
    /// Adds rows to three rows of sums.
    ///
    /// Each sum grows by Σ weight × centered sample. The order of sums in a row is the variant's own;
    /// only ``average(_:bias:shift:into:)`` understands it. Where the first row of sums is fresh,
    /// what it holds is garbage and counts as zero.
    ///
    /// - Parameters:
    ///   - rows: One row after the other.
    ///   - shape: How they lie in memory.
    ///   - weights: For each two rows the pair of their weights in each of the three sums.
    ///   - fresh: Whether the first row of sums begins here.
    ///   - sums: Rows of sums, with room for whole vectors.
    ///   - starts: Where the three begin.
    static func accumulate(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Adds rows of bytes, each of which is a sample of 257 times the value.
    static func accumulate(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    )

    /// Adds the rows of whole steps, each of which begins a row of sums and completes another one.
    ///
    /// Three rows of sums grow with each step, as above: the one that it begins, and two that are in
    /// progress. The older of those is complete then, is averaged and is gone.
    ///
    /// - Parameters:
    ///   - rows: One row after the other.
    ///   - shape: How they, their sums and their averages lie in memory.
    ///   - weights: For each two rows of a step the pair of their weights in each of the three sums,
    ///     that which begins first and the oldest last.
    ///   - sums: Rows of sums, with room for whole vectors.
    ///   - averages: Centered samples, a row for each step. Rows may be written up to the next
    ///     multiple of 64 elements where there is room.
    static func sumSteps(
        _ rows: Span<UInt16>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    )

    /// Adds the rows of whole steps of bytes, each of which is a sample of 257 times the value.
    static func sumSteps(
        _ rows: Span<UInt8>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>
    )

    /// Turns sums into centered samples: (sum + bias) / 2^shift, which the result has room for.
    static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        shift: Int,
        into row: inout MutableSpan<Int16>
    )

    /// Turns sums into centered samples: sum / divisor, half up.
    static func average(
        _ sums: Span<Int32>,
        divisor: Int32,
        into row: inout MutableSpan<Int16>
    )

    /// Copies the first samples of a row.
    static func copy(_ row: Span<Int16>, count: Int, into result: inout MutableSpan<Int16>)

    /// Centers samples.
    static func center(_ samples: Span<UInt16>, into row: inout MutableSpan<Int16>)

    /// Centers bytes, each of which is a sample of 257 times the value.
    static func center(_ samples: Span<UInt8>, into row: inout MutableSpan<Int16>)

    /// Averages a row by a spline of three boxes, or five, and keeps each second sample, in place.
    ///
    /// Sample *i* comes of 4, or 6, samples from 2 *i* on.
    ///
    /// - Parameters:
    ///   - row: The row, with room for whole vectors.
    ///   - count: How many samples are kept.
    ///   - boxes: 3 or 5.
    static func halve(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int)

    /// Interpolates a row by a spline of three boxes, or five, to two samples of each, in place.
    ///
    /// Samples 2 *i* and 2 *i* + 1 come of 2, or 3, samples from *i* on.
    ///
    /// - Parameters:
    ///   - row: The row, with room for whole vectors.
    ///   - count: How many samples are doubled.
    ///   - boxes: 3 or 5.
    static func double(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int)

    /// Interpolates a row likewise, into another one.
    ///
    /// - Parameters:
    ///   - row: The row, with room for whole vectors and two samples more.
    ///   - count: How many samples are doubled.
    ///   - boxes: 3 or 5.
    ///   - result: The other row, with room for whole vectors.
    static func double(
        _ row: Span<Int16>,
        count: Int,
        boxes: Int,
        into result: inout MutableSpan<Int16>
    )

    /// Blurs along a row: sample *x* comes of those from *x* on.
    ///
    /// - Parameters:
    ///   - row: Begins a radius before the first result, with room for whole vectors.
    ///   - weights: As ``LowGaussian`` pairs them; they add up to 32,768.
    ///   - result: As long as it is, or to the next multiple of 64.
    static func blurRow(
        _ row: Span<Int16>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>
    )

    /// Blurs across rows, for one result or for two that follow each other.
    ///
    /// - Parameters:
    ///   - ring: Centered rows.
    ///   - starts: Where each row begins, from the first to the last that the results come of: an odd
    ///     number of them for one result, one more for two.
    ///   - weights: As ``LowGaussian`` pairs them; they add up to 32,768.
    ///   - result: One row, or two.
    ///   - shape: How the results lie in memory.
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>,
        shape: RowsShape
    )

    /// Blurs across rows into samples that are not centered.
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<UInt16>,
        shape: RowsShape
    )

    /// Interpolates between three rows, for rows of one step that follow each other.
    ///
    /// - Parameters:
    ///   - rows: Centered rows.
    ///   - starts: Where the three begin.
    ///   - curve: How weights go on from row to row.
    ///   - samples: What is written, not centered.
    ///   - shape: How that lies in memory.
    static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into samples: inout MutableSpan<UInt16>,
        shape: RowsShape
    )

    /// Interpolates likewise to bytes, of which samples are 256 times as much, limited to 255.
    static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowsShape
    )
}
