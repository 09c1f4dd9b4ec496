// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The inverse DCT of one plane's quantized blocks.
///
/// The samples equal libjpeg's accurate integer transform bit for bit, as long as no column
/// of a block exceeds ``greatestColumnSum``; none does whose coefficients come from 8-bit samples.
package struct InverseTransform: Sendable {
    /// The number of neighboring blocks that are transformed together.
    package static let blockCount = 4

    /// The number of coefficients of ``blockCount`` neighboring blocks, stored in eight rows with
    /// eight of every block.
    package static let coefficientCount = 64 * blockCount

    /// The greatest sum of absolute dequantized coefficients in a column for which
    /// ``apply(to:into:stride:)`` is exact.
    ///
    /// 8-bit samples reach 8 · √8 · 128. Sums up to 2,952 keep every sum of two intermediate values
    /// within 16 bits; beyond, the variants of libjpeg-turbo differ from each other.
    package static let greatestColumnSum = 2897

    /// The quantization table, repeated for ``blockCount`` blocks that are stored side by side.
    let factors: [Int16]
    private let kernels: any KernelSet.Type

    /// Prepares the inverse DCT for a quantization table.
    ///
    /// - Parameters:
    ///   - quantization: The quantization table, 64 divisors row by row.
    ///   - instructionSet: The kernel variant to use.
    package init(quantization: [UInt16], instructionSet: InstructionSet = .current) {
        precondition(quantization.count == 64, "a quantization table has 64 divisors")
        factors = (0..<Self.coefficientCount).map { place in
            Int16(truncatingIfNeeded: quantization[place / 32 * 8 + place % 8])
        }
        kernels = instructionSet.kernels
    }

    /// Computes the samples of blocks by the inverse DCT.
    ///
    /// - Parameters:
    ///   - coefficients: ``coefficientCount`` for each group of ``blockCount`` blocks.
    ///   - samples: Eight rows of eight samples for each block.
    ///   - stride: The distance between the starts of two rows, in samples.
    package func apply(
        to coefficients: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    ) {
        precondition(
            coefficients.count.isMultiple(of: Self.coefficientCount),
            "blocks must come in groups of four"
        )
        kernels.inverseTransform(coefficients, times: factors.span, into: &samples, stride: stride)
    }

    /// Returns whether no column of some blocks exceeds ``greatestColumnSum``, so that their
    /// samples are exact.
    ///
    /// - Parameter coefficients: As for ``apply(to:into:stride:)``.
    /// - Returns: Whether the samples are exactly libjpeg's.
    package func isExact(for coefficients: Span<Int16>) -> Bool {
        var sums = [Int](repeating: 0, count: 8 * Self.blockCount)
        for place in coefficients.indices {
            let (factor, column) = (place % Self.coefficientCount, place % sums.count)
            if factor < sums.count { sums[column] = 0 }
            sums[column] += abs(Int(coefficients[place]) * Int(factors[factor]))
            if sums[column] > Self.greatestColumnSum { return false }
        }
        return true
    }
}
