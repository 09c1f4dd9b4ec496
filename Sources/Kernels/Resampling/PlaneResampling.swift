// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A separable weighted sum over a plane of 16-bit samples that streams from the first row to the
/// last.
///
/// Rows are combined first, then columns. Sums are in single precision and are rounded once, at the
/// end. Where rows are reduced, each input row is added to the sums in which it has a weight, and is not
/// kept; otherwise input rows are kept as long as the output needs them.
package struct PlaneResampling: ~Copyable, Sendable {
    private let rows: ResamplingAxis
    private let columns: ResamplingAxis
    private let bias: Float
    private let instructionSet: InstructionSet

    /// The rows of weighted sums for output rows in progress.
    private var sums: Samples<Float>
    private var scratch: Samples<Float>
    private let stride: Int
    private let sumCount: Int

    /// The input rows that are kept where rows are not reduced.
    private var kept: Samples<UInt16>
    private let keptCount: Int

    /// The number of input rows pushed.
    private var pushedCount = 0

    /// The number of output rows whose input is complete.
    private var completeCount = 0

    /// The greatest number of input rows pushed at a time, and of output rows made at a time.
    private static let batch = WeightedRuns.rowCount

    /// Creates a resampling and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - rows: The weights of input rows in output rows.
    ///   - columns: The weights of input columns in output columns.
    ///   - ahead: The greatest number of rows that are pushed beyond those that are needed.
    ///   - bias: The number with which each sum begins.
    ///   - instructionSet: The variant of the kernels.
    package init(
        rows: ResamplingAxis,
        columns: ResamplingAxis,
        ahead: Int = 0,
        bias: Float = 0,
        instructionSet: InstructionSet = .current
    ) {
        (self.rows, self.columns, self.bias) = (rows, columns, bias)
        self.instructionSet = instructionSet
        stride = (columns.reach.count + 15) & ~15
        sumCount = Self.batch + (rows.reduces ? rows.overlap(ahead: Self.batch + ahead) : 0)
        keptCount = rows.reduces ? 0 : rows.longestRun + 2 * Self.batch + 2 + ahead
        sums = Samples(repeating: 0, count: sumCount * stride)
        kept = Samples(zeros: keptCount * stride)
        scratch = Samples(repeating: 0, count: columns.scratchCount)
    }

    /// Returns the greatest number of bytes allocated, without computing the weights.
    ///
    /// - Parameters:
    ///   - input: The extent of the part of the input.
    ///   - output: The output extent.
    ///   - support: The support of the kernel.
    ///   - ahead: The greatest number of rows that are pushed beyond those that are needed.
    /// - Returns: An upper bound of the number of bytes.
    package static func byteCount(
        input: PixelSize,
        output: PixelSize,
        support: Double,
        ahead: Int = 0
    ) -> Int {
        let taps = 2 * Int(support.rounded(.up)) + 3
        let stride = 2 * input.width + 32
        let sums = taps + 3 * batch
        let rows = input.height > output.height ? sums : 2 * batch + taps
        return (rows + batch + ahead) * stride * MemoryLayout<Float>.stride
            + ResamplingAxis.byteCount(input: input.width, output: output.width, taps: taps)
            + ResamplingAxis.byteCount(input: input.height, output: output.height, taps: taps)
    }

    /// Whether more input rows are needed for the first `count` output rows.
    package func isHungry(for count: Int) -> Bool {
        completeCount < min(count, rows.outputCount)
    }

    /// Adds the next input row.
    ///
    /// - Parameter samples: The whole row.
    package mutating func push(_ samples: Span<UInt16>) {
        precondition(samples.count == columns.inputCount, "a row of another length")
        let part = samples.extracting(columns.reach)
        let row = pushedCount
        pushedCount += 1
        if rows.reduces {
            var output = completeCount
            while output < rows.outputCount, rows.runs[output].lowerBound <= row {
                let tap = Tap(row, in: output, of: rows)
                Self.add(part, tap, to: &sums, output % sumCount * stride, instructionSet)
                output += 1
            }
        } else if row >= rows.reach.lowerBound {
            let start = row % keptCount * stride
            var target = kept.mutableSpan(start..<(start + part.count))
            target.copy(part)
        }
        while completeCount < rows.outputCount, rows.runs[completeCount].upperBound <= pushedCount {
            completeCount += 1
        }
    }

    /// Computes output rows whose input is complete.
    ///
    /// - Parameters:
    ///   - output: The numbers of the rows, at most 16; rows are made in order.
    ///   - result: The rows.
    ///   - resultStride: The distance between two of them.
    package mutating func makeRows(
        _ output: Range<Int>,
        into result: inout MutableSpan<UInt16>,
        stride resultStride: Int
    ) {
        precondition(output.upperBound <= completeCount, "the input of a row is incomplete")
        if !rows.reduces {
            for row in output { for input in rows.runs[row] { addKept(input, to: row) } }
        }
        let starts = output.map { $0 % sumCount * stride }
        columns.addRuns(
            sums,
            starts: starts,
            bias: bias,
            scratch: &scratch,
            into: &result,
            stride: resultStride,
            instructionSet
        )
    }

    private mutating func addKept(_ row: Int, to output: Int) {
        let start = row % keptCount * stride
        let range = start..<(start + columns.reach.count)
        let tap = Tap(row, in: output, of: rows)
        Self.add(kept, range, tap, to: &sums, output % sumCount * stride, instructionSet)
    }

    /// The weight of an input row in an output row, and whether it is the first input row added
    /// there.
    private struct Tap {
        let weight: Float
        let isFirst: Bool

        init(_ input: Int, in output: Int, of axis: borrowing ResamplingAxis) {
            weight = axis.weight(of: input, in: output)
            isFirst = input == axis.runs[output].lowerBound
        }
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    private static func add(
        _ kept: borrowing Samples<UInt16>,
        _ range: Range<Int>,
        _ tap: Tap,
        to sums: inout Samples<Float>,
        _ start: Int,
        _ instructionSet: InstructionSet
    ) {
        add(kept.span(range), tap, to: &sums, start, instructionSet)
    }

    private static func add(
        _ row: Span<UInt16>,
        _ tap: Tap,
        to sums: inout Samples<Float>,
        _ start: Int,
        _ instructionSet: InstructionSet
    ) {
        var target = sums.mutableSpan(start..<(start + row.count))
        if tap.isFirst { target.update(repeating: 0) }
        instructionSet.kernels.add(row, times: tap.weight, to: &target)
    }
}
