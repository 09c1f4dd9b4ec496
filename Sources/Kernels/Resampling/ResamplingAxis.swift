// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The weights of input samples in output samples along one axis, in single precision for the
/// kernels.
package struct ResamplingAxis: Hashable, Sendable {
    /// The number of input samples.
    package let inputCount: Int

    /// The range of input samples of each output sample; none is empty.
    package let runs: [Range<Int>]

    /// The range of input samples that have a weight in any output sample.
    package let reach: Range<Int>

    /// The weights of all runs, one run after the other.
    private let weights: [Float]

    /// The index of the first weight of each run, followed by the number of all weights.
    private let offsets: [Int32]

    /// The first sample of each run, counted from the first of the ``reach``.
    private let firsts: [Int32]

    /// The number of output samples.
    package var outputCount: Int { runs.count }

    /// Converts the weights of an axis to single precision.
    ///
    /// - Parameters:
    ///   - axis: The weights.
    ///   - factor: The factor by which all sums are multiplied.
    package init(_ axis: ResamplingRuns, times factor: Double = 1) {
        inputCount = axis.inputCount
        runs = axis.runs.map(\.range)
        let least = runs.reduce(inputCount) { min($0, $1.lowerBound) }
        reach = least..<runs.reduce(0) { max($0, $1.upperBound) }
        weights = axis.runs.flatMap { $0.weights.map { Float($0 * factor) } }
        var offsets: [Int32] = [0]
        var end: Int32 = 0
        for run in axis.runs {
            end += Int32(run.weights.count)
            offsets.append(end)
        }
        self.offsets = offsets
        firsts = runs.map { Int32($0.lowerBound - least) }
    }

    /// The greatest number of weights in a run.
    var longestRun: Int { runs.reduce(0) { max($0, $1.count) } }

    /// Whether the output has fewer samples than the part of the input that it shows.
    var reduces: Bool { outputCount < reach.count }

    /// The weight of an input sample in an output sample that it belongs to.
    func weight(of input: Int, in output: Int) -> Float {
        weights[Int(offsets[output]) + input - runs[output].lowerBound]
    }

    /// Returns the greatest number of output samples in progress, if `ahead` more input samples are
    /// read than needed.
    func overlap(ahead: Int) -> Int {
        var (greatest, last) = (0, 0)
        for (index, run) in runs.enumerated() {
            while last < runs.count, runs[last].lowerBound < run.upperBound + ahead { last += 1 }
            greatest = max(greatest, last - index)
        }
        return greatest
    }

    /// Computes an output sample of several channels from a row of the input.
    func sum(of line: Span<SIMD4<Float>>, in output: Int) -> SIMD4<Float> {
        let weights = weights.span
        var offset = Int(offsets[output])
        var sum = SIMD4<Float>()
        for column in runs[output] {
            sum += line[column] * weights[offset]
            offset += 1
        }
        return sum
    }

    /// Computes rows of output samples from rows of the input samples in ``reach``.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - starts: The index of the first sample of each row.
    ///   - bias: The number with which each sum begins.
    ///   - scratch: At least ``scratchCount`` numbers.
    ///   - result: The results.
    ///   - stride: The distance between two rows of results.
    ///   - instructionSet: The variant of the kernels.
    func addRuns(
        _ rows: borrowing Samples<Float>,
        starts: [Int],
        bias: Float,
        scratch: inout Samples<Float>,
        into result: inout MutableSpan<UInt16>,
        stride: Int,
        _ instructionSet: InstructionSet
    ) {
        var room = scratch.mutableSpan(0..<scratch.count)
        instructionSet.kernels.addRuns(
            rows.span(0..<rows.count),
            starts: starts.span,
            runs: WeightedRuns(
                firsts: firsts.span,
                offsets: offsets.span,
                weights: weights.span,
                width: reach.count
            ),
            bias: bias,
            scratch: &room,
            into: &result,
            stride: stride
        )
    }

    /// The length of the scratch buffer that ``addRuns`` needs.
    var scratchCount: Int { WeightedRuns.scratchCount(width: reach.count) }

    /// Returns the greatest number of bytes of an axis, without computing its weights.
    static func byteCount(input: Int, output: Int, taps: Int) -> Int {
        let run =
            MemoryLayout<Range<Int>>.stride + 2 * MemoryLayout<Int32>.stride
            + MemoryLayout<ResamplingRuns.Run>.stride + 32
        // Planned in double precision.
        let weight = MemoryLayout<Float>.stride + MemoryLayout<Double>.stride
        return (taps * max(input, output) + 2 * output) * weight + output * run
    }
}
