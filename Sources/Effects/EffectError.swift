// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A reason why an effect cannot be created from the given values.
public enum EffectError: Error, Hashable, Sendable {
    /// A number lies outside the range of its parameter, or is not a number.
    case outOfRange(parameter: Parameter)
    /// The kind of blur does not support the edge mode.
    case unsupportedEdge(EdgeMode)

    /// The numeric parameters of effects.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// The standard deviation of a blur, in pixels.
        case blur
        /// The multiplier of saturation.
        case saturate
        /// The numbers of a motion blur.
        case motionBlur
        /// The numbers of a zoom blur.
        case zoomBlur
        /// The numbers of a drop shadow.
        case dropShadow
        /// The start of a vignette.
        case vignette
        /// The factor of a magnification.
        case magnification
    }
}
