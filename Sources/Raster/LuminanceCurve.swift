// SPDX-License-Identifier: Apache-2.0

/// A cubic curve of luminance that is mixed with the original color, as by Core Animation's
/// `luminanceCurveMap`.
///
/// With L = .2125 R + .7154 G + .0721 B of straight, encoded color, limited to 0 to 1, and the
/// Bernstein cubic y(L) over ``values``, limited as well, each channel becomes
/// channel × (1 − ``amount``) + y × ``amount``.
package struct LuminanceCurve: Hashable, Sendable {
    /// The weights of red, green and blue in luminance.
    package static let weights = (red: 0.2125, green: 0.7154, blue: 0.0721)

    /// The share of the curve in the mix with the original color, 0 to 1.
    package var amount: Double

    /// The four control points; they may lie outside of 0 to 1.
    package var values: SIMD4<Double>

    /// Creates a curve from its share in the mix and the four control points of its cubic.
    package init(amount: Double, values: SIMD4<Double>) {
        self.amount = amount
        self.values = values
    }

    /// The value of the cubic for a luminance, limited to 0 to 1.
    ///
    /// - Parameter luminance: 0 to 1.
    /// - Returns: 0 to 1.
    package func value(at luminance: Double) -> Double {
        ChannelCurve(values: values).value(at: luminance)
    }
}
