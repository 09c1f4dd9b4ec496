// SPDX-License-Identifier: Apache-2.0

/// A color matrix in the form that the kernels evaluate.
///
/// A channel is g + (*red* × (r − g) + *blue* × (b − g) + *gray* × g + *alpha* × a + *bias*), what
/// is in parentheses summed from left to right in `Float` without fusing: where r = g = b, the
/// differences vanish, and a row whose factors sum to one returns the gray exactly, however large
/// its factors are. The last addition rounds to the nearest sample, half to even.
package struct ColorCoefficients: Sendable {
    /// A row of the color matrix: the factors and the constant that give one channel of the new
    /// color.
    package struct Row: Sendable {
        /// The factor of gray: the factors of red, green and blue added up, minus one.
        package var gray: Float
        /// The factor of red.
        package var red: Float
        /// The factor of blue.
        package var blue: Float
        /// The factor of alpha.
        package var alpha: Float
        /// The constant added to the sum, on the scale where 65,535 is full intensity.
        package var bias: Float

        /// Whether the row has no factor of gray or alpha and no bias, and its terms stay below
        /// 2^22.
        var isPlain: Bool {
            let reach = red.magnitude + blue.magnitude
            return gray == 0 && alpha == 0 && bias == 0 && reach < 64
        }

        /// Creates a row of a color matrix from its factors and its constant.
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

    /// Whether alpha stays as it is, and no row has a factor of gray or alpha or a bias.
    package var isPlain: Bool {
        alpha == nil && red.isPlain && green.isPlain && blue.isPlain
    }

    /// Creates a color matrix from its rows.
    package init(red: Row, green: Row, blue: Row, alpha: Row?) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
