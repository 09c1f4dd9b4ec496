// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The traits of a screen and the preferences of its user.
///
/// They correspond to UIKit's trait collection, and turn styles into numbers.
public struct Traits: Hashable, Sendable {
    /// The accepted pixels per point.
    public static let scaleRange = 0.5...4.0

    /// The appearance, for styles with two variants.
    public var appearance: Appearance

    /// The pixels per point, in ``scaleRange``.
    public var scale: Double

    /// Whether transparency is reduced: surfaces are opaque instead of blurred.
    public var reducesTransparency: Bool

    /// Whether contrast is increased.
    public var increasesContrast: Bool

    /// The color that replaces a material when transparency is reduced; `nil` for the style's own.
    public var solid: StraightColor?

    /// The width that the client has for a picture, in pixels; `nil` if it is unknown.
    package var clientWidth: Int?

    /// Creates traits.
    ///
    /// - Parameters:
    ///   - appearance: The appearance, for styles with two variants.
    ///   - scale: The pixels per point, in ``scaleRange``.
    ///   - reducesTransparency: Whether transparency is reduced.
    ///   - increasesContrast: Whether contrast is increased.
    ///   - solid: The color that replaces a material when transparency is reduced.
    public init(
        appearance: Appearance = .light,
        scale: Double = 1,
        reducesTransparency: Bool = false,
        increasesContrast: Bool = false,
        solid: StraightColor? = nil
    ) {
        precondition(Self.scaleRange.contains(scale), "not a scale of a screen")
        self.appearance = appearance
        self.scale = scale
        self.reducesTransparency = reducesTransparency
        self.increasesContrast = increasesContrast
        self.solid = solid
    }

    /// The traits that can influence a result.
    package enum Trait: String, Hashable, Sendable, CaseIterable {
        /// The appearance, ``Traits/appearance``.
        case appearance
        /// The pixels per point, ``Traits/scale``.
        case scale
        /// The preference for less transparency, ``Traits/reducesTransparency``.
        case reduceTransparency = "reduce-transparency"
        /// The preference for more contrast, ``Traits/increasesContrast``.
        case increaseContrast = "increase-contrast"
        /// The width of the picture on the page of a client, ``Traits/clientWidth``.
        case width
        /// The width of the window of a client, from which ``Traits/clientWidth`` follows.
        case viewportWidth = "viewport-width"

        /// The traits that can influence a style; the others influence the extent of a picture.
        package static let ofStyles: Set<Trait> = [
            .appearance, .scale, .reduceTransparency, .increaseContrast,
        ]
    }
}

/// A light or dark user interface.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
    /// Dark content on a light background.
    case light
    /// Light content on a dark background.
    case dark
}
