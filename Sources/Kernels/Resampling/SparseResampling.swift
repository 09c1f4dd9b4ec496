// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A resampling of color differences that are zero nearly everywhere.
///
/// Gives the sums of three ``PlaneResampling``s, of which only runs of pixels with differences take
/// time. Differences come in red, green and blue, and are added to resampled rows of Y, Cb and Cr.
///
/// Rows are summed first, in whole numbers, and columns when a row of the output is made.
///
///     resampling.add(…)                  // for each row with changes, in order
///     if resampling.makeRow(output) { resampling.add(plane, to: …) }       // for each plane
package struct SparseResampling: ~Copyable, Sendable {
    private let rows: ResamplingAxis
    private let columns: ResamplingAxis
    private let instructionSet: InstructionSet

    /// The number of runs of pixels in a row.
    private let runCount: Int

    /// The number of rows of sums, a multiple of three as the kernel takes three at a time.
    private let slotCount: Int

    /// The sums of output rows in progress, of which row *n* is stored at *n* modulo the count.
    private var sums: Samples<Int32>

    /// A flag for each run of pixels in each row of sums: 1 where a sum may not be zero, else 0.
    private var marks: Samples<UInt8>

    /// The differences of Y, Cb and Cr in a row of sums, zero between two calls.
    private var line: [SIMD4<Float>]

    /// The differences of the latest output row in units of samples: all of Y, then Cb, then Cr.
    private var results: [Int32]

    /// The range of output columns that differences of the latest row reach.
    private var reached = 0..<0

    /// The number of units of a sample in one level.
    private let unit: Float

    /// The first output row that may get more input rows.
    private var firstOpen = 0

    /// The number of fraction bits in a weight: sums of changes stay below 2³¹.
    private static let fractionBits = 20

    /// The greatest number of output rows made at a time.
    private static let batch = WeightedRuns.rowCount

    /// Creates a resampling and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - rows: The weights of rows of pixels in output rows.
    ///   - columns: The weights of columns of pixels in output columns.
    ///   - ahead: The greatest number of rows that are added beyond those that are needed.
    ///   - unit: The number of units of a sample in one level.
    ///   - instructionSet: The variant of the kernels.
    package init(
        rows: ResamplingAxis,
        columns: ResamplingAxis,
        ahead: Int,
        unit: Float,
        instructionSet: InstructionSet = .current
    ) {
        (self.rows, self.columns, self.unit) = (rows, columns, unit)
        self.instructionSet = instructionSet
        runCount = columns.inputCount / ColorRun.width + 1
        slotCount = (Self.batch + rows.overlap(ahead: ahead) + 2) / 3 * 3
        sums = Samples(zeros: slotCount * runCount * ColorRun.changeCount)
        marks = Samples(zeros: slotCount * runCount)
        line = [SIMD4<Float>](repeating: .zero, count: runCount * ColorRun.width)
        results = [Int32](repeating: 0, count: 3 * columns.outputCount)
    }

    /// Returns the greatest number of bytes allocated, without computing the weights.
    ///
    /// - Parameters:
    ///   - input: The extent of the part of the input.
    ///   - output: The output extent, not larger.
    ///   - width: The width of the whole input.
    ///   - support: The support of the kernel.
    ///   - ahead: The greatest number of rows that are added beyond those that are needed.
    /// - Returns: An upper bound of the number of bytes.
    package static func byteCount(
        input: PixelSize,
        output: PixelSize,
        width: Int,
        support: Double,
        ahead: Int
    ) -> Int {
        let taps = 2 * Int(support.rounded(.up)) + 3
        let slots = batch + taps + ahead * output.height / max(1, input.height) + 4
        let runs = width / ColorRun.width + 1
        return slots * runs * (ColorRun.changeCount * MemoryLayout<Int32>.stride + 1)
            + (runs * ColorRun.width + output.width) * MemoryLayout<SIMD4<Float>>.stride
    }

    // MARK: Rows

    /// Adds the changes of color in one row of pixels, made by clipping to RGB.
    ///
    /// - Parameters:
    ///   - changed: The changes; those beyond the last column are of no effect.
    ///   - row: The row, below those added before; of no effect beyond the last row.
    package mutating func add(_ changed: borrowing LimitedRow, row: Int) {
        while firstOpen < rows.outputCount, rows.runs[firstOpen].upperBound <= row {
            firstOpen += 1
        }
        var end = firstOpen
        while end < rows.outputCount, rows.runs[end].lowerBound <= row { end += 1 }
        var output = firstOpen
        while output < end {
            let first = output / 3 * 3
            let outputs = output..<min(first + 3, end)
            var weights = SIMD4<Int32>()
            for output in outputs {
                let weight = Double(rows.weight(of: row, in: output))
                weights[output - first] = Int32((weight * Double(1 << Self.fractionBits)).rounded())
            }
            add(changed, weights, to: outputs)
            output = outputs.upperBound
        }
    }

    /// Adds changes to the sums of up to three output rows that are stored together.
    private mutating func add(
        _ changed: borrowing LimitedRow,
        _ weights: SIMD4<Int32>,
        to outputs: Range<Int>
    ) {
        let (runCount, stride) = (runCount, runCount * ColorRun.changeCount)
        let slot = outputs.lowerBound / 3 * 3 % slotCount
        let kernels = instructionSet.kernels
        let changedRuns = changed.markSpan
        var run = 0
        while run < min(runCount, changed.runCount) {
            guard changedRuns[run] != 0 else {
                run += 1
                continue
            }
            let start = run
            while run < runCount, changedRuns[run] != 0 { run += 1 }
            var target = sums.mutableSpan(
                (slot * stride + start * ColorRun.changeCount)..<((slot + 3) * stride)
            )
            kernels.addMultiples(
                of: changed.changes(of: start..<run),
                weights,
                to: &target,
                stride: stride
            )
            for output in outputs {
                let place = output % slotCount * runCount
                var flags = marks.mutableSpan((place + start)..<(place + run))
                flags.update(repeating: 1)
            }
        }
    }

    // MARK: Results

    /// Computes the changes of an output row, whose input is complete, and forgets its sums.
    ///
    /// - Parameter output: The output row; rows are made in order.
    /// - Returns: Whether there are any.
    package mutating func makeRow(_ output: Int) -> Bool {
        let slot = output % slotCount
        let marked = markedRuns(slot)
        guard !marked.isEmpty else { return false }
        for run in marked {
            Self.take(&sums, slot * runCount + run, into: &line, run)
            let place = slot * runCount + run
            var flags = marks.mutableSpan(place..<(place + 1))
            flags[0] = 0
        }
        reached = Self.sum(line, marked, columns, unit, into: &results)
        for run in marked {
            let start = run * ColorRun.width
            for column in start..<(start + ColorRun.width) { line[column] = .zero }
        }
        return true
    }

    /// The runs of a row of sums that may not be zero, in order.
    private func markedRuns(_ slot: Int) -> [Int] {
        let flags = marks.span((slot * runCount)..<((slot + 1) * runCount))
        return (0..<runCount).filter { flags[$0] != 0 }
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    /// Converts a run of sums to changes of Y, Cb and Cr, and sets the sums to zero.
    private static func take(
        _ sums: inout Samples<Int32>,
        _ place: Int,
        into line: inout [SIMD4<Float>],
        _ run: Int
    ) {
        let start = place * ColorRun.changeCount
        let unit = 1 / Float(1 << fractionBits)
        var sums = sums.mutableSpan(start..<(start + ColorRun.changeCount))
        for lane in 0..<ColorRun.width {
            let color = SIMD4(
                sums[lane],
                sums[ColorRun.width + lane],
                sums[2 * ColorRun.width + lane],
                0
            )
            line[run * ColorRun.width + lane] = SparseReduction.change(SIMD4<Float>(color) * unit)
        }
        sums.update(repeating: 0)
    }

    /// Adds up the columns of a row whose runs of changes are given in order.
    ///
    /// - Returns: The range of output columns beyond which all sums are zero.
    private static func sum(
        _ line: [SIMD4<Float>],
        _ marked: [Int],
        _ columns: ResamplingAxis,
        _ unit: Float,
        into results: inout [Int32]
    ) -> Range<Int> {
        let (line, count) = (line.span, columns.outputCount)
        var results = results.mutableSpan
        var (next, first, end) = (0, count, 0)
        for output in 0..<columns.outputCount {
            let range = columns.runs[output]
            while next < marked.count, (marked[next] + 1) * ColorRun.width <= range.lowerBound {
                next += 1
            }
            var sum = SIMD4<Float>()
            if next < marked.count, marked[next] * ColorRun.width < range.upperBound {
                sum = columns.sum(of: line, in: output) * unit
                (first, end) = (min(first, output), output + 1)
            }
            for plane in 0..<3 {
                // Rounds to the nearest, as sums lie well above the number that is added.
                results[plane * count + output] = Int32(sum[plane] + 65_536.5) - 65_536
            }
        }
        return first..<max(first, end)
    }

    /// Adds the changes of a plane in the latest output row to its samples.
    ///
    /// - Parameters:
    ///   - plane: The index of the plane: Y, Cb or Cr.
    ///   - samples: The samples of the row.
    package func add(_ plane: Int, to samples: inout MutableSpan<UInt16>) {
        let start = plane * columns.outputCount
        let changes = results.span.extracting(start..<(start + columns.outputCount))
        for x in reached {
            let sum = Int32(samples[x]) + changes[x]
            samples[x] = UInt16(truncatingIfNeeded: max(0, min(65_535, sum)))
        }
    }
}
