// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

extension Band where Form == Straight {
    /// Applies a color matrix to all rows that hold pixels.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for factors up to 16.
    /// A band without color takes matrices that make grays of grays; any other needs three channels
    /// of color, see ``convert(into:)``.
    ///
    /// - Parameters:
    ///   - matrix: What is applied.
    ///   - instructionSet: The variant that does it.
    public mutating func apply(
        _ matrix: ColorMatrix,
        using instructionSet: InstructionSet = .current
    ) {
        if matrix == .identity { return }
        if !layout.isColor {
            precondition(matrix.mapsGrayToGray, "a matrix that needs color, and a band without")
            if matrix.preservesGray { return }
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
