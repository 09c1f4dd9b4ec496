// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

extension ColorCoefficients {
    /// Converts a matrix to coefficients.
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
