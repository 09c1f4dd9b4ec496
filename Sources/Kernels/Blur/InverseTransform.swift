// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The inverse cosine transform of a plane's blocks of quantized coefficients.
///
/// Samples are those of libjpeg's accurate integer transform, bit for bit, as long as coefficients are
/// those of 8-bit samples.
public struct InverseTransform: Sendable {
    /// How many blocks lie beside each other and are transformed at once.
    public static let blockCount = 4

    /// How many coefficients such blocks have: eight rows, each of eight coefficients of every block.
    public static let coefficientCount = 64 * blockCount

    private let factors: [Int16]
    private let kernels: any KernelSet.Type

    /// Prepares a transform.
    ///
    /// - Parameters:
    ///   - quantization: What the 64 coefficients of a block were divided by, row by row.
    ///   - instructionSet: The variant that does it.
    public init(quantization: [UInt16], instructionSet: InstructionSet = .current) {
        precondition(quantization.count == 64, "another number of coefficients")
        factors = (0..<Self.coefficientCount).map { place in
            Int16(truncatingIfNeeded: quantization[place / 32 * 8 + place % 8])
        }
        kernels = instructionSet.kernels
    }

    /// Makes samples of blocks.
    ///
    /// - Parameters:
    ///   - coefficients: ``coefficientCount`` for each ``blockCount`` blocks.
    ///   - samples: Eight rows of eight samples for each block.
    ///   - stride: The samples from the start of a row to that of the next.
    public func apply(
        to coefficients: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    ) {
        precondition(
            coefficients.count.isMultiple(of: Self.coefficientCount),
            "blocks that are not by fours"
        )
        kernels.inverseTransform(coefficients, times: factors.span, into: &samples, stride: stride)
    }
}
