// SPDX-License-Identifier: Apache-2.0

/// A remap of luminance as the kernels take it.
///
/// With *l* = *red* × r + *green* × g + *blue* × b of samples, at most 1, and
/// *y* = ((*third* × l + *second*) × l + *first*) × l + *zeroth*, limited to 0 to *most*, a channel c
/// becomes c + (*y* − *amount* × c), in `Float` without fusing, from left to right; the last addition
/// rounds to the nearest sample, half to even.
package struct CurveCoefficients: Sendable {
    /// The factors of red, green and blue in luminance, which is 0 to 1.
    package var red: Float
    /// See ``red``.
    package var green: Float
    /// See ``red``.
    package var blue: Float
    /// The cubic, times ``most``.
    package var zeroth: Float
    /// See ``zeroth``.
    package var first: Float
    /// See ``zeroth``.
    package var second: Float
    /// See ``zeroth``.
    package var third: Float
    /// How much of the curve is mixed in, 0 to 1.
    package var amount: Float

    /// What the curve adds at most, in samples.
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
