// SPDX-License-Identifier: Apache-2.0

/// The weights of three low-resolution rows in each row interpolated from them, as polynomials of
/// the row index.
///
/// Inside such a step of rows, the weights of a spline of three boxes are polynomials of second
/// degree, so their second differences are constant. A step of two rows has no second differences.
package struct ExpansionCurve: Sendable {
    /// One weight for each of three low-resolution rows.
    package typealias Weights = (Int16, Int16, Int16)

    /// The weights of the three low-resolution rows in the first interpolated row.
    package var weights: Weights
    /// The first differences of the weights: those in the second interpolated row minus those in
    /// the first.
    package var slopes: Weights
    /// The second differences of the weights, by which ``slopes`` grow with each row.
    package var bends: Weights
    /// The binary logarithm of the sum of the weights.
    package var shift: Int

    /// Creates a curve from the weights and their differences.
    package init(weights: Weights, slopes: Weights, bends: Weights, shift: Int) {
        self.weights = weights
        self.slopes = slopes
        self.bends = bends
        self.shift = shift
    }
}
