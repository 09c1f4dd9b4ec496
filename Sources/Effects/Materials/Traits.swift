// SPDX-License-Identifier: Apache-2.0

public import Raster

/// The properties of a screen and the preferences of its user, on which materials depend.
///
/// They correspond to UIKit's trait collection, and turn styles into numbers.
public struct Traits: Hashable, Sendable {
    /// The accepted pixels per point.
    public static let scaleRange = 0.5...4.0

    /// Whether the user interface is light or dark, for styles that have both appearances.
    public var appearance: Appearance

    /// The pixels per point, in ``scaleRange``.
    public var scale: Double

    /// Whether the user prefers reduced transparency: surfaces are opaque instead of blurred.
    public var reducesTransparency: Bool

    /// Whether the user prefers increased contrast.
    public var increasesContrast: Bool

    /// The color that replaces a material if transparency is reduced; `nil` for the style's own
    /// color.
    public var solid: StraightColor?

    /// The width that the client has for an image, in pixels; `nil` if it is unknown.
    package var clientWidth: Int?

    /// Creates the properties of a screen; by default it is light, with one pixel per point.
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

    /// The traits that a result can depend on, named as in requests.
    package enum Trait: String, Hashable, Sendable, CaseIterable {
        /// The light or dark user interface, ``Traits/appearance``.
        case appearance
        /// The pixels per point, ``Traits/scale``.
        case scale
        /// The preference for reduced transparency, ``Traits/reducesTransparency``.
        case reduceTransparency = "reduce-transparency"
        /// The preference for increased contrast, ``Traits/increasesContrast``.
        case increaseContrast = "increase-contrast"
        /// The image width in the client's page, ``Traits/clientWidth``.
        case width
        /// The width of the client's window, from which ``Traits/clientWidth`` is computed.
        case viewportWidth = "viewport-width"

        /// The traits that a material can depend on; those that are left out affect only a
        /// image's size.
        package static let ofStyles: Set<Trait> = [
            .appearance, .scale, .reduceTransparency, .increaseContrast,
        ]
    }
}

/// The choice between a light and a dark user interface.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
    /// Dark content on a light background.
    case light
    /// Light content on a dark background.
    case dark
}
