// SPDX-License-Identifier: Apache-2.0

extension ColorMatrix {
    /// The matrix as the kernels take it.
    ///
    /// A channel is *gray* × g + *red* × (r − g) + *blue* × (b − g) + *alpha* × a + *bias*, summed
    /// from left to right in `Float` without fusing: where r = g = b, the differences vanish, and
    /// a row whose factors sum to one returns the gray exactly, however large its factors are.
    struct Coefficients: Sendable {
        /// One row.
        struct Row: Sendable {
            var gray: Float
            var red: Float
            var blue: Float
            var alpha: Float
            var bias: Float

            init(_ row: ColorMatrix.Row) {
                gray = row.preservesGray ? 1 : Float(row.red + row.green + row.blue)
                red = Float(row.red)
                blue = Float(row.blue)
                alpha = Float(row.alpha)
                bias = Float(row.bias * 65_535)
            }
        }

        var red: Row
        var green: Row
        var blue: Row
        /// The row of alpha, unless it stays as it is.
        var alpha: Row?

        init(_ matrix: ColorMatrix) {
            red = Row(matrix.red)
            green = Row(matrix.green)
            blue = Row(matrix.blue)
            alpha = matrix.preservesAlpha ? nil : Row(matrix.alpha)
        }
    }
}
