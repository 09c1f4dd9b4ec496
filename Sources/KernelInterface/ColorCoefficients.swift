// SPDX-License-Identifier: Apache-2.0

/// A color matrix as the kernels take it.
///
/// A channel is g + (*red* × (r − g) + *blue* × (b − g) + *gray* × g + *alpha* × a + *bias*), what
/// is in parentheses summed from left to right in `Float` without fusing: where r = g = b, the
/// differences vanish, and a row whose factors sum to one returns the gray exactly, however large
/// its factors are. The last addition rounds to the nearest sample, half to even.
package struct ColorCoefficients: Sendable {
    /// One row.
    package struct Row: Sendable {
        /// The sum of the factors of red, green and blue, less one.
        package var gray: Float
        /// The factor of red.
        package var red: Float
        /// The factor of blue.
        package var blue: Float
        /// The factor of alpha.
        package var alpha: Float
        /// What is added, in samples.
        package var bias: Float

        /// Whether red and blue are all that is added to green, and less than 2^22 of it.
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

    /// What makes the new red.
    package var red: Row
    /// What makes the new green.
    package var green: Row
    /// What makes the new blue.
    package var blue: Row
    /// What makes the new alpha, unless it stays as it is.
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
