// SPDX-License-Identifier: Apache-2.0

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
