// SPDX-License-Identifier: Apache-2.0

/// A color matrix as the kernels take it.
///
/// A channel is *gray* × g + *red* × (r − g) + *blue* × (b − g) + *alpha* × a + *bias*, summed
/// from left to right in `Float` without fusing: where r = g = b, the differences vanish, and
/// a row whose factors sum to one returns the gray exactly, however large its factors are.
package struct ColorCoefficients: Sendable {
    /// One row.
    package struct Row: Sendable {
        /// The sum of the factors of red, green and blue.
        package var gray: Float
        /// The factor of red.
        package var red: Float
        /// The factor of blue.
        package var blue: Float
        /// The factor of alpha.
        package var alpha: Float
        /// What is added, in samples.
        package var bias: Float

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

    /// Whether there are no terms of alpha and no biases, and alpha stays as it is.
    package var isPlain: Bool {
        alpha == nil && [red, green, blue].allSatisfy { $0.alpha == 0 && $0.bias == 0 }
    }

    /// Creates coefficients from their rows.
    package init(red: Row, green: Row, blue: Row, alpha: Row?) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
