// SPDX-License-Identifier: Apache-2.0

package import Raster

extension MaterialStyle {
    /// The appearances of the style's recipes.
    public var appearances: [Appearance] {
        switch row.recipes {
        case .adaptive: [.light, .dark]
        case .light: [.light]
        case .dark: [.dark]
        }
    }

    /// The appearance of the style in an environment.
    public func appearance(in surrounding: Appearance) -> Appearance {
        appearances.contains(surrounding) ? surrounding : appearances[0]
    }

    /// The recipe of the style in an environment.
    package func recipe(_ surrounding: Appearance) -> MaterialRecipe {
        switch row.recipes {
        case .adaptive(let light, let dark): surrounding == .light ? light : dark
        case .light(let recipe), .dark(let recipe): recipe
        }
    }

    /// Whether the style accepts a tint.
    public var takesTint: Bool { row.takesTint }

    /// The traits that influence the filters of the style.
    ///
    /// Two screens that agree in these traits have the same filters.
    ///
    /// - Parameter traits: The traits in force. If transparency is reduced, some other traits no
    ///   longer matter.
    /// - Returns: The traits that influence the filters.
    package func followed(given traits: Traits) -> Set<Traits.Trait> {
        var followed: Set<Traits.Trait> = [.reduceTransparency]
        // The caller's solid color does not depend on any other trait.
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

    /// The traits that influence the filters for at least some screens.
    package var follows: Set<Traits.Trait> {
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

    /// The filters of the material.
    ///
    /// - Parameters:
    ///   - traits: The traits of the screen.
    ///   - tint: The color for a style that accepts one; the alpha is the style's own.
    /// - Returns: Filters in pixels.
    package func filters(_ traits: Traits, tint: StraightColor? = nil) -> [Filter] {
        recipe(traits.appearance).filters(for: traits, tint: takesTint ? tint : nil)
    }
}
