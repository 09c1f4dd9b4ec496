// SPDX-License-Identifier: Apache-2.0

public import Effects
public import Raster

/// What is known of the traits of a screen, as far as it is: from parameters, or from hints.
public struct PartialTraits: Hashable, Sendable {
    /// Whether light or dark variants are taken.
    public var appearance: Appearance?
    /// Pixels per point.
    public var scale: Int?
    /// Whether surfaces are to be opaque.
    public var reducesTransparency: Bool?
    /// Whether colors are to stand out more.
    public var increasesContrast: Bool?
    /// What stands in place of a material when transparency is reduced.
    public var solid: Color?

    /// Creates traits of which nothing is known.
    public init() {}

    /// The traits that are known.
    public var known: Set<Traits.Trait> {
        var known: Set<Traits.Trait> = []
        if appearance != nil { known.insert(.appearance) }
        if scale != nil { known.insert(.scale) }
        if reducesTransparency != nil { known.insert(.reduceTransparency) }
        if increasesContrast != nil { known.insert(.increaseContrast) }
        return known
    }

    /// All traits: those that are known here, else those of the hints, else the defaults.
    ///
    /// - Parameter hints: What a client lets know about its screen.
    /// - Returns: Traits of which everything is known.
    public func completed(by hints: PartialTraits = PartialTraits()) -> Traits {
        let defaults = Traits()
        return Traits(
            appearance: appearance ?? hints.appearance ?? defaults.appearance,
            scale: scale ?? hints.scale ?? defaults.scale,
            reducesTransparency: reducesTransparency ?? hints.reducesTransparency
                ?? defaults.reducesTransparency,
            increasesContrast: increasesContrast ?? hints.increasesContrast
                ?? defaults.increasesContrast,
            solid: (solid ?? hints.solid).map { StraightColor($0) }
        )
    }
}
