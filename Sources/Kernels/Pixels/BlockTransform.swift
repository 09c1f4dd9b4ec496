// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The forward DCT and quantization of single blocks, for pixels that are not interpolated.
///
/// The arithmetic is in floating point, in one fixed order.
///
/// Reference: ITU-T T.81, A.3.3 and A.3.4.
package struct BlockTransform: Sendable {
    /// The factor of each sample in each frequency of the DCT, frequency by frequency.
    private static let cosines = BlockAxis.cosines.map { Float($0) }

    /// The factors in ``cosines``, transposed: sample by sample.
    private static let turned = (0..<64).map { cosines[$0 % 8 * 8 + $0 / 8] }

    /// The reciprocals of the quantization table, row by row.
    private let factors: [Float]

    private let instructionSet: InstructionSet

    /// Creates the DCT and quantization for a quantization table.
    ///
    /// - Parameters:
    ///   - quantization: 64 divisors row by row.
    ///   - instructionSet: The kernel variant to use.
    package init(quantization: [UInt16], instructionSet: InstructionSet = .current) {
        precondition(quantization.count == 64, "a quantization table has 64 divisors")
        factors = quantization.map { 1 / Float($0) }
        self.instructionSet = instructionSet
    }

    /// Transforms and quantizes a block.
    ///
    /// - Parameters:
    ///   - samples: Eight rows of eight samples around 0.
    ///   - stride: The distance between the starts of two rows.
    ///   - mask: A bit for each nonzero coefficient, from the lowest bit on.
    ///   - coefficients: 64 coefficients, row by row.
    package func apply(
        to samples: Span<Float>,
        stride: Int,
        mask: inout UInt64,
        into coefficients: inout MutableSpan<Int16>
    ) {
        let kernels = instructionSet.kernels
        var high = [64 of Float](repeating: 0)
        var both = [64 of Float](repeating: 0)
        var rows = high.mutableSpan
        kernels.multiply(Self.cosines.span, samples, shape: Self.shape(stride), into: &rows)
        var products = both.mutableSpan
        kernels.multiply(high.span, Self.turned.span, shape: Self.shape(8), into: &products)
        mask = kernels.quantize(both.span, by: factors.span, into: &coefficients)
    }

    private static func shape(_ stride: Int) -> ProductShape {
        ProductShape(count: 8, depth: 8, width: 8, stride: stride, resultStride: 8)
    }
}
