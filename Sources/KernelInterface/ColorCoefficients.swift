// SPDX-License-Identifier: Apache-2.0

/// A color matrix in the form that the kernels evaluate.
///
/// A channel is g + (*red* × (r − g) + *blue* × (b − g) + *gray* × g + *alpha* × a + *bias*), what
/// is in parentheses summed from left to right in `Float` without fusing: where r = g = b, the
/// differences vanish, and a row whose factors sum to one returns the gray exactly, however large
/// its factors are. The last addition rounds to the nearest sample, half to even.
package struct ColorCoefficients: Sendable {
    /// One row of the matrix.
    package struct Row: Sendable {
        /// The sum of the factors of red, green and blue, less one.
        package var gray: Float
        /// The factor of red.
        package var red: Float
        /// The factor of blue.
        package var blue: Float
        /// The factor of alpha.
        package var alpha: Float
        /// The constant added to the sum, in samples.
        package var bias: Float

        /// Whether only multiples of red and blue are added to green, with a sum below 2^22.
        var isPlain: Bool {
            let reach = red.magnitude + blue.magnitude
            return gray == 0 && alpha == 0 && bias == 0 && reach < 64
        }

        /// Creates a row.
        package init(gray: Float, red: Float, blue: Float, alpha: Float, bias: Float) {
            self.gray = gray
            self.red = red
            self.blue = blue
            self.alpha = alpha
            self.bias = bias
        }
    }

    /// The row that produces the new red.
    package var red: Row
    /// The row that produces the new green.
    package var green: Row
    /// The row that produces the new blue.
    package var blue: Row
    /// The row that produces the new alpha; nil where alpha stays as it is.
    package var alpha: Row?

    /// Whether all rows are plain and alpha stays as it is.
    package var isPlain: Bool {
        alpha == nil && red.isPlain && green.isPlain && blue.isPlain
    }

    /// Creates coefficients from their rows.
    package init(red: Row, green: Row, blue: Row, alpha: Row?) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
