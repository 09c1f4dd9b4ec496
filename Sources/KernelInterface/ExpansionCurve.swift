// SPDX-License-Identifier: Apache-2.0

/// The weights of three rows in one that is interpolated, and how they go on from row to row.
///
/// The weights of a spline of three boxes are polynomials of second degree inside of a step, so
/// their second differences are constant; a step of two has no second differences.
package struct ExpansionCurve: Sendable {
    /// The weights of three rows.
    package typealias Weights = (Int16, Int16, Int16)

    /// The weights in the first row.
    package var weights: Weights
    /// By how much the weights of the second row are greater.
    package var slopes: Weights
    /// By how much the slopes grow with each row.
    package var bends: Weights
    /// The bits by which sums are shifted.
    package var shift: Int

    /// Sets out from weights.
    package init(weights: Weights, slopes: Weights, bends: Weights, shift: Int) {
        self.weights = weights
        self.slopes = slopes
        self.bends = bends
        self.shift = shift
    }
}
