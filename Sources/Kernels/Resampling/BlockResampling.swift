// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A resampling of a JPEG plane, computed directly from the DCT coefficients of its blocks.
///
/// The inverse cosine transform is a weighted sum as well, so its weights and the weights of a
/// change of size are multiplied beforehand, and no samples are made. Coefficients of high
/// frequencies hardly count where a plane is reduced. Decoders limit samples to 8 bits before they
/// average them; nothing is limited here.
package struct BlockResampling: ~Copyable, Sendable {
    private let weights: BlockWeights
    private let instructionSet: InstructionSet
    private var sums: Samples<Int32>
    private var lines: Samples<Float>
    private var scratch: Samples<Float>

    private var pushedCount = 0

    /// The number of output rows whose input is complete.
    private var completeCount = 0

    /// The number of output rows computed so far.
    private var madeCount = 0

    /// Creates a resampling and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - weights: The weights.
    ///   - instructionSet: The variant of the kernels.
    package init(_ weights: BlockWeights, instructionSet: InstructionSet = .current) {
        self.weights = weights
        self.instructionSet = instructionSet
        sums = Samples(repeating: 0, count: weights.sumCount * weights.stride)
        lines = Samples(repeating: 0, count: WeightedRuns.rowCount * weights.stride)
        scratch = Samples(repeating: 0, count: weights.columns.scratchCount)
    }

    /// Returns the greatest number of bytes allocated, without computing the weights.
    ///
    /// - Parameters:
    ///   - input: The extent of the part of the plane, in samples.
    ///   - output: The output extent.
    ///   - support: The support of the kernel.
    /// - Returns: An upper bound of the number of bytes.
    package static func byteCount(input: PixelSize, output: PixelSize, support: Double) -> Int {
        func outputsPerBlock(_ input: Int, _ output: Int) -> Int {
            8 * output / max(1, input) + 2 * Int(support.rounded(.up)) + 4
        }
        let ahead = BlockWeights.rowsAhead * 8 * output.height / max(1, input.height)
        func taps(_ input: Int, _ output: Int) -> Int {
            (2 * Int(support.rounded(.up)) + 1) * input / output + 24
        }
        let batch = WeightedRuns.rowCount
        let stride = input.width + 64 + 2 * taps(input.width, output.width)
        let slots = outputsPerBlock(input.height, output.height) + ahead + batch + 2
        let blocks = (input.height + 7) / 8 + 2
        let steps =
            blocks * 4 * outputsPerBlock(input.height, output.height)
            * MemoryLayout<Int32>.stride
            + output.height * taps(input.height, output.height) * MemoryLayout<Double>.stride
        let axis =
            output.width * taps(input.width, output.width)
            * (MemoryLayout<Double>.stride + MemoryLayout<Float>.stride) + output.width * 64
        return (slots + 2 * batch) * stride * MemoryLayout<Int32>.stride + steps + axis
    }

    /// Whether more rows of blocks are needed for the first `count` output rows.
    package func isHungry(for count: Int) -> Bool {
        completeCount < min(count, weights.outputCount)
    }

    /// Adds the next row of blocks.
    ///
    /// - Parameters:
    ///   - blocks: The corners of blocks, from the first to the last.
    ///   - transform: The inverse transform, with its quantization table; nil for coefficients that
    ///     are products with it.
    package mutating func push(_ blocks: Span<Int16>, _ transform: InverseTransform?) {
        guard pushedCount < weights.steps.count else { return }
        let (step, stride, sumCount) = (
            weights.steps[pushedCount], weights.stride, weights.sumCount
        )
        precondition(
            step.outputs.upperBound - madeCount <= sumCount,
            "a plane that is too far ahead of the others"
        )
        // Sums begin with the first row of blocks that has a weight in them.
        let last = pushedCount > 0 ? weights.steps[pushedCount - 1].outputs.upperBound : 0
        for output in max(step.outputs.lowerBound, last)..<max(step.outputs.upperBound, last) {
            let start = output % sumCount * stride
            var row = sums.mutableSpan(start..<(start + stride))
            row.update(repeating: 0)
        }
        let shape = BlockSums(
            groupCount: weights.corner.groupCount,
            pairCount: weights.pairCount,
            first: step.outputs.lowerBound % sumCount,
            count: step.outputs.count,
            slotCount: sumCount,
            stride: stride
        )
        let factors = transform?.factors(weights.corner) ?? Self.ones
        let (count, range, kernels) = (sums.count, weights.blockRange, instructionSet.kernels)
        if !step.outputs.isEmpty {
            var target = sums.mutableSpan(0..<count)
            kernels.addBlocks(
                blocks.extracting(range),
                times: factors.span,
                weights: step.weights.span,
                shape: shape,
                to: &target
            )
        }
        completeCount = step.completeCount
        pushedCount += 1
    }

    private static let ones = [Int16](repeating: 1, count: InverseTransform.coefficientCount)

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
        madeCount = output.upperBound
        let (stride, sumCount, columns) = (weights.stride, weights.sumCount, weights.columns)
        let origin = columns.reach.lowerBound - 32 * weights.groups.lowerBound
        for (index, row) in output.enumerated() {
            let start = row % sumCount * stride
            Self.convert(sums, start..<(start + stride), &lines, index * stride, instructionSet)
        }
        let starts = output.indices.map { ($0 - output.lowerBound) * stride + origin }
        columns.addRuns(
            lines,
            starts: starts,
            // Samples are stored less 128.
            bias: 128 * 257,
            scratch: &scratch,
            into: &result,
            stride: resultStride,
            instructionSet
        )
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    private static func convert(
        _ sums: borrowing Samples<Int32>,
        _ range: Range<Int>,
        _ lines: inout Samples<Float>,
        _ start: Int,
        _ instructionSet: InstructionSet
    ) {
        var line = lines.mutableSpan(start..<(start + range.count))
        // A level of 8 bits is 257.
        let factor = 257 / Float(1 << BlockWeights.fractionBits)
        instructionSet.kernels.convert(sums.span(range), times: factor, into: &line)
    }
}
