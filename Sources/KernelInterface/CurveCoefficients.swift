// SPDX-License-Identifier: Apache-2.0

/// A luminance curve in the form that the kernels evaluate.
///
/// With *l* = *red* × r + *green* × g + *blue* × b of samples, at most 1, and
/// *y* = ((*third* × l + *second*) × l + *first*) × l + *zeroth*, limited to 0 to *most*, a channel c
/// becomes c + (*y* − *amount* × c), in `Float` without fusing, from left to right; the last addition
/// rounds to the nearest sample, half to even.
package struct CurveCoefficients: Sendable {
    /// The weight of red in luminance, divided by 65,535.
    package var red: Float
    /// The weight of green in luminance, divided by 65,535.
    package var green: Float
    /// The weight of blue in luminance, divided by 65,535.
    package var blue: Float
    /// The constant term of the cubic, times ``most``.
    package var zeroth: Float
    /// The linear coefficient of the cubic, times ``most``.
    package var first: Float
    /// The quadratic coefficient of the cubic, times ``most``.
    package var second: Float
    /// The cubic coefficient of the cubic, times ``most``.
    package var third: Float
    /// The share of the curve in the mix with the original color, 0 to 1.
    package var amount: Float

    /// The upper limit of the cubic: 65,535 times the share of the curve in the mix.
    package var most: Float { amount * 65_535 }

    /// Creates a curve from luminance weights, a cubic with its constant term first, and its share
    /// in the mix.
    package init(
        weights: (red: Float, green: Float, blue: Float),
        cubic: SIMD4<Float>,
        amount: Float
    ) {
        (red, green, blue) = weights
        (zeroth, first, second, third) = (cubic[0], cubic[1], cubic[2], cubic[3])
        self.amount = amount
    }
}

/// A cubic polynomial in the form that the kernels evaluate.
///
/// With *x* = sample × (1 / 65,535), a sample becomes ((*third* × x + *second*) × x + *first*) × x
/// + *zeroth*, limited to 0 to 65,535, in `Float` without fusing, from left to right, rounded to the
/// nearest sample, half to even.
package struct CubicCoefficients: Sendable {
    /// The constant term, scaled so that 65,535 is full intensity.
    package let zeroth: Float
    /// The coefficient of *x*, scaled so that 65,535 is full intensity.
    package let first: Float
    /// The coefficient of *x*², scaled so that 65,535 is full intensity.
    package let second: Float
    /// The coefficient of *x*³, scaled so that 65,535 is full intensity.
    package let third: Float

    /// The factor that scales a sample to the range 0 to 1.
    package static var unit: Float { 1 / 65_535 }

    /// Creates a cubic from its four coefficients, the constant term first.
    package init(_ cubic: SIMD4<Float>) {
        (zeroth, first, second, third) = (cubic[0], cubic[1], cubic[2], cubic[3])
    }
}
