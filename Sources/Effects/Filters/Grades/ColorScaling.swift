// SPDX-License-Identifier: Apache-2.0

/// A scaling of colors whose factor depends on their luminance or on their vividness.
///
/// The result is p + k · (c − p) for each channel c. The pivot p is 0 or the luminance, by the
/// weights of Rec. 709, and k is the value of ``factor``.
package struct ColorScaling: Sendable {
    /// The property of a color that the factor depends on, and the fixed point of the scaling.
    package enum Kind: String, Hashable, Sendable {
        /// The factor depends on luminance, and black is fixed: hue and saturation stay.
        case luminance
        /// The factor depends on the difference between the greatest and the least channel, and
        /// gray is fixed: luminance stays.
        case vividness
    }

    /// The property that the factor depends on.
    package let kind: Kind

    /// The factor for a property from 0 to 1.
    package let factor: @Sendable (Double) -> Double

    /// Creates a scaling by a factor for each luminance or vividness from 0 to 1.
    init(by kind: Kind, _ factor: @escaping @Sendable (Double) -> Double) {
        self.kind = kind
        self.factor = factor
    }
}
