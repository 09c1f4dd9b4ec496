// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band where Form == Straight {
    /// Applies a color matrix to all rows that hold pixels.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for factors up to 16.
    /// Pictures without color pass through a matrix that preserves grays; any other matrix needs a
    /// band of three color channels, see ``convert(into:using:)``.
    ///
    /// - Parameters:
    ///   - matrix: What is applied.
    ///   - instructionSet: The variant that does it.
    public mutating func apply(
        _ matrix: ColorMatrix,
        using instructionSet: InstructionSet = .current
    ) {
        if matrix == .identity { return }
        guard layout.isColor else {
            precondition(matrix.preservesGray, "a matrix that needs color, and a band without")
            return
        }
        let coefficients = ColorCoefficients(matrix)
        let shape = rowShape
        let kernels = instructionSet.kernels
        for row in 0..<rowCount {
            var planes = mutablePlanes(ofRow: row)
            kernels.applyMatrix(coefficients, to: &planes, shape: shape)
        }
    }
}
