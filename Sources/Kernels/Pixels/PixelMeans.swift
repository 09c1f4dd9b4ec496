// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// The samples of a plane, each of them the value of one pixel or the mean of two by two.
///
/// Pixels are 256 times byte values. Pure blue has a Cb of 255.5, and no sample can be that, so
/// larger pixels count as 255.
package struct PixelMeans: ~Copyable, Sendable {
    /// The number of samples in a row.
    package let width: Int

    private var samples: Samples<Float>
    private let instructionSet: InstructionSet

    /// Averages a channel of all rows of a band to samples in byte values minus 128.
    ///
    /// - Parameters:
    ///   - pixels: The pixels.
    ///   - plane: The channel.
    ///   - pitch: The pixels of a sample along each axis, 1 or 2.
    ///   - instructionSet: The kernel variant to use.
    package init(
        _ pixels: borrowing Band<Straight>,
        of plane: Int,
        pitch: Int,
        instructionSet: InstructionSet = .current
    ) {
        width = pixels.width / pitch
        samples = Samples(repeating: 0, count: width * (pixels.rowCount / pitch))
        self.instructionSet = instructionSet
        for row in 0..<(pixels.rowCount / pitch) {
            var means = samples.mutableSpan((row * width)..<((row + 1) * width))
            instructionSet.kernels.average(
                pixels.rows((row * pitch)..<((row + 1) * pitch), of: plane),
                stride: pixels.stride,
                pitch: pitch,
                into: &means
            )
        }
    }

    /// Returns all samples from a position on, in row order.
    ///
    /// - Parameters:
    ///   - row: Its row.
    ///   - column: Its column.
    /// - Returns: All samples up to the end of the last row.
    @_lifetime(borrow self)
    package func samples(fromRow row: Int, column: Int) -> Span<Float> {
        samples.span((row * width + column)..<samples.count)
    }

    /// Averages the pixels of a channel to a row of bytes, rounded to nearest, half up.
    ///
    /// - Parameters:
    ///   - pixels: The pixels.
    ///   - plane: The channel.
    ///   - row: The row of samples.
    ///   - pitch: The pixels of a sample along each axis, 1 or 2.
    ///   - bytes: The samples.
    ///   - instructionSet: The kernel variant to use.
    package static func average(
        _ pixels: borrowing Band<Straight>,
        of plane: Int,
        row: Int,
        pitch: Int,
        into bytes: inout MutableSpan<UInt8>,
        instructionSet: InstructionSet = .current
    ) {
        instructionSet.kernels.average(
            pixels.rows((row * pitch)..<((row + 1) * pitch), of: plane),
            stride: pixels.stride,
            pitch: pitch,
            into: &bytes
        )
    }
}
