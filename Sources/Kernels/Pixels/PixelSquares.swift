// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// A row of square blocks of pixels, interpolated between low-resolution samples.
package struct PixelSquares: ~Copyable, Sendable {
    /// The side of a square, in pixels: a multiple of eight.
    package let side: Int

    private let width: Int
    private var wide: Samples<Float>
    private var pixels: Samples<Float>
    private let instructionSet: InstructionSet

    /// Creates a row of squares whose pixels are all zero.
    ///
    /// - Parameters:
    ///   - side: The side of a square, in pixels.
    ///   - count: The number of squares.
    ///   - instructionSet: The kernel variant to use.
    package init(side: Int, count: Int, instructionSet: InstructionSet = .current) {
        (self.side, width) = (side, side * count)
        // Samples are two pixels apart at least, except for the two on both sides.
        wide = Samples(repeating: 0, count: side * (side + 4))
        pixels = Samples(repeating: 0, count: side * side * count)
        self.instructionSet = instructionSet
    }

    /// Interpolates the pixels of one square between low-resolution samples of a channel.
    ///
    /// - Parameters:
    ///   - square: The index of the square.
    ///   - low: The low-resolution samples, row by row.
    ///   - rows: The weights in the rows of the square.
    ///   - columns: The weights in the columns of the square.
    package mutating func interpolate(
        _ square: Int,
        _ low: Span<Float>,
        rows: PixelExpansion.Weights,
        columns: PixelExpansion.Weights
    ) {
        let kernels = instructionSet.kernels
        Self.multiply(
            low,
            columns.bySample.span,
            ProductShape(
                count: rows.count,
                depth: columns.count,
                width: side,
                stride: side,
                resultStride: side
            ),
            kernels,
            into: &wide,
            at: 0
        )
        Self.multiply(
            rows.byPixel.span,
            wide,
            ProductShape(
                count: side,
                depth: rows.count,
                width: side,
                stride: side,
                resultStride: width
            ),
            kernels,
            into: &pixels,
            at: square * side
        )
    }

    private static func multiply(
        _ factors: Span<Float>,
        _ rows: borrowing Samples<Float>,
        _ shape: ProductShape,
        _ kernels: any KernelSet.Type,
        into result: inout Samples<Float>,
        at start: Int
    ) {
        multiply(factors, rows.span(0..<rows.count), shape, kernels, into: &result, at: start)
    }

    private static func multiply(
        _ factors: Span<Float>,
        _ rows: Span<Float>,
        _ shape: ProductShape,
        _ kernels: any KernelSet.Type,
        into result: inout Samples<Float>,
        at start: Int
    ) {
        var product = result.mutableSpan(start..<(start + shape.resultCount))
        kernels.multiply(factors, rows, shape: shape, into: &product)
    }

    /// Rounds a row of pixels across all squares to 16 bits, half to even, at most 65,535.
    ///
    /// - Parameters:
    ///   - row: The row in the squares.
    ///   - samples: The pixels.
    package func settle(_ row: Int, into samples: inout MutableSpan<UInt16>) {
        instructionSet.kernels.settle(
            pixels.span((row * width)..<((row + 1) * width)),
            into: &samples
        )
    }
}
