// SPDX-License-Identifier: Apache-2.0

package import Effects
package import Raster

/// The traits of a screen, as far as a request states them in parameters or client hints.
package struct PartialTraits: Hashable, Sendable {
    /// The appearance, light or dark; nil if it is not stated.
    package var appearance: Appearance?
    /// The pixels per point of the screen; nil if they are not stated.
    package var scale: Double?
    /// Whether the user reduces transparency; nil if that is not stated.
    package var reducesTransparency: Bool?
    /// Whether the user increases contrast; nil if that is not stated.
    package var increasesContrast: Bool?
    /// The color that replaces a material when transparency is reduced; nil for the material's own.
    package var solid: StraightColor?
    /// The width of the picture on the page of a client, in pixels; nil if it is not stated.
    package var imageWidth: Int?
    /// The width of the window of a client, in points; nil if it is not stated.
    package var viewportWidth: Int?

    /// Creates traits of which none is stated.
    package init() {}

    /// The kinds of traits that are stated, apart from widths and the solid color.
    package var known: Set<Traits.Trait> {
        var known: Set<Traits.Trait> = []
        if appearance != nil { known.insert(.appearance) }
        if scale != nil { known.insert(.scale) }
        if reducesTransparency != nil { known.insert(.reduceTransparency) }
        if increasesContrast != nil { known.insert(.increaseContrast) }
        return known
    }

    /// Completes the traits: unstated ones come from client hints, or else from the defaults.
    ///
    /// - Parameter hints: The traits from client hints.
    /// - Returns: Complete traits.
    package func completed(by hints: PartialTraits = PartialTraits()) -> Traits {
        let defaults = Traits()
        let scale = scale ?? hints.scale ?? defaults.scale
        var traits = Traits(
            appearance: appearance ?? hints.appearance ?? defaults.appearance,
            scale: scale,
            reducesTransparency: reducesTransparency ?? hints.reducesTransparency
                ?? defaults.reducesTransparency,
            increasesContrast: increasesContrast ?? hints.increasesContrast
                ?? defaults.increasesContrast,
            solid: solid ?? hints.solid
        )
        traits.clientWidth =
            hints.imageWidth
            ?? hints.viewportWidth.map { Int((Double($0) * scale).rounded(.up)) }
        return traits
    }
}
