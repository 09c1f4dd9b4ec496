// SPDX-License-Identifier: Apache-2.0

/// A luminance curve in the form that the kernels evaluate.
///
/// With *l* = *red* × r + *green* × g + *blue* × b of samples, at most 1, and
/// *y* = ((*third* × l + *second*) × l + *first*) × l + *zeroth*, limited to 0 to *most*, a channel c
/// becomes c + (*y* − *amount* × c), in `Float` without fusing, from left to right; the last addition
/// rounds to the nearest sample, half to even.
package struct CurveCoefficients: Sendable {
    /// The weight of red in luminance, per sample.
    package var red: Float
    /// The weight of green in luminance, per sample.
    package var green: Float
    /// The weight of blue in luminance, per sample.
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

    /// The greatest value that the curve adds, in samples.
    package var most: Float { amount * 65_535 }

    /// Creates coefficients.
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
    /// The value at 0, in samples.
    package let zeroth: Float
    /// The factor of *x*, in samples.
    package let first: Float
    /// The factor of *x*², in samples.
    package let second: Float
    /// The factor of *x*³, in samples.
    package let third: Float

    /// The factor that scales a sample to the range 0 to 1.
    package static var unit: Float { 1 / 65_535 }

    /// Creates coefficients.
    package init(_ cubic: SIMD4<Float>) {
        (zeroth, first, second, third) = (cubic[0], cubic[1], cubic[2], cubic[3])
    }
}
