// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

extension Band where Form == Straight {
    /// Applies a color matrix to all rows that hold pixels.
    ///
    /// Results are rounded to nearest, and off by less than 0.6 of 65,535 for factors up to 16.
    /// A gray band takes only matrices that map grays to grays; any other needs three color
    /// channels, see ``convert(into:)``.
    ///
    /// - Parameters:
    ///   - matrix: The matrix to apply.
    ///   - instructionSet: The kernel variant to use.
    package mutating func apply(
        _ matrix: ColorMatrix,
        using instructionSet: InstructionSet = .current
    ) {
        if matrix == .identity { return }
        if !layout.isColor {
            precondition(matrix.mapsGrayToGray, "the matrix needs color, which the band lacks")
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

extension ColorCoefficients {
    /// Converts a color matrix to the coefficients that kernels take.
    init(_ matrix: ColorMatrix) {
        self.init(
            red: Row(matrix.red),
            green: Row(matrix.green),
            blue: Row(matrix.blue),
            alpha: matrix.preservesAlpha ? nil : Row(matrix.alpha)
        )
    }
}

extension ColorCoefficients.Row {
    fileprivate init(_ row: ColorMatrix.Row) {
        self.init(
            gray: row.preservesGray ? 0 : Float(row.red + row.green + row.blue - 1),
            red: Float(row.red),
            blue: Float(row.blue),
            alpha: Float(row.alpha),
            bias: Float(row.bias * 65_535)
        )
    }
}
