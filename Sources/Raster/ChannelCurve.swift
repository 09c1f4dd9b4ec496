// SPDX-License-Identifier: Apache-2.0

/// A cubic curve that is applied to red, green and blue separately, as by Core Animation's
/// `curves`.
///
/// A straight, encoded channel becomes the value of the Bernstein cubic over ``values`` there,
/// limited to 0 to 1. Alpha stays.
package struct ChannelCurve: Hashable, Sendable {
    /// The four control points; they may lie outside of 0 to 1.
    package var values: SIMD4<Double>

    /// Creates a curve from the four control points of its cubic.
    package init(values: SIMD4<Double>) { self.values = values }

    /// The coefficients of 1, *x*, *x*² and *x*³ in the polynomial form of the cubic.
    package var powers: SIMD4<Double> {
        SIMD4(
            values[0],
            3 * (values[1] - values[0]),
            3 * (values[0] - 2 * values[1] + values[2]),
            3 * (values[1] - values[2]) + values[3] - values[0]
        )
    }

    /// The value of the cubic for a channel's value, limited to 0 to 1.
    ///
    /// - Parameter channel: 0 to 1.
    /// - Returns: 0 to 1.
    package func value(at channel: Double) -> Double {
        let factors = powers
        let sum = ((factors[3] * channel + factors[2]) * channel + factors[1]) * channel
        return min(max(sum + factors[0], 0), 1)
    }
}
