// SPDX-License-Identifier: Apache-2.0

public import Raster

extension MaterialStyle {
    /// The appearances that the style has a recipe for.
    public var appearances: [Appearance] {
        switch row.recipes {
        case .adaptive: [.light, .dark]
        case .light: [.light]
        case .dark: [.dark]
        }
    }

    /// The appearance that the style has in a surrounding.
    public func appearance(in surrounding: Appearance) -> Appearance {
        appearances.contains(surrounding) ? surrounding : appearances[0]
    }

    /// The recipe in a surrounding.
    public func recipe(_ surrounding: Appearance) -> MaterialRecipe {
        switch row.recipes {
        case .adaptive(let light, let dark): surrounding == .light ? light : dark
        case .light(let recipe), .dark(let recipe): recipe
        }
    }

    /// Whether the style takes a color of the caller.
    public var takesTint: Bool { row.takesTint }

    /// The traits that the steps of the style follow.
    ///
    /// A variant for a client that shows another trait can differ; for traits that are not here,
    /// it cannot.
    ///
    /// - Parameter traits: The traits in force: where transparency is reduced, others lose their
    ///   say.
    /// - Returns: The traits that have a say.
    public func followed(given traits: Traits) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = [.reduceTransparency]
        // Whatever the others are, the solid color of a caller stays.
        if traits.reducesTransparency && traits.solid != nil { return followed }
        if appearances.count > 1 { followed.insert(.appearance) }
        let recipe = recipe(traits.appearance)
        if traits.reducesTransparency {
            if case .tinted(let color) = recipe.reduced, color.alpha < 1 {
                followed.insert(.increaseContrast)
            }
            return followed
        }
        if recipe.followsContrast { followed.insert(.increaseContrast) }
        if !(recipe.followsContrast && traits.increasesContrast) { followed.insert(.scale) }
        return followed
    }

    /// The traits that the style follows under some circumstances.
    public var follows: Set<Traits.Trait> {
        var follows: Set<Traits.Trait> = []
        for appearance in Appearance.allCases {
            for reduces in [false, true] {
                follows.formUnion(
                    followed(given: Traits(appearance: appearance, reducesTransparency: reduces))
                )
            }
        }
        return follows
    }

    /// The steps of the material.
    ///
    /// - Parameters:
    ///   - traits: What is known about the screen.
    ///   - tint: The color of a style that takes one; the alpha is the style's own.
    /// - Returns: Steps in pixels.
    public func filters(_ traits: Traits, tint: StraightColor? = nil) -> [Filter] {
        recipe(traits.appearance).filters(for: traits, tint: takesTint ? tint : nil)
    }
}
