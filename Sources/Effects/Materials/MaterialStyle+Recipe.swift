// SPDX-License-Identifier: Apache-2.0

package import Raster

extension MaterialStyle {
    /// The appearances that the style can have: light, dark or both.
    public var appearances: [Appearance] {
        switch row.recipes {
        case .adaptive: [.light, .dark]
        case .light: [.light]
        case .dark: [.dark]
        }
    }

    /// The appearance of the style in a light or dark user interface.
    public func appearance(in surrounding: Appearance) -> Appearance {
        appearances.contains(surrounding) ? surrounding : appearances[0]
    }

    /// The parameters of the style in a light or dark user interface.
    package func recipe(_ surrounding: Appearance) -> MaterialRecipe {
        switch row.recipes {
        case .adaptive(let light, let dark): surrounding == .light ? light : dark
        case .light(let recipe), .dark(let recipe): recipe
        }
    }

    /// Whether a caller can choose the style's tint color.
    public var takesTint: Bool { row.takesTint }

    /// The traits of a screen that the style's filters depend on.
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

    /// The traits that the style's filters depend on for at least some screens.
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

    /// Creates the filters that render the material on a screen with these traits.
    ///
    /// - Parameters:
    ///   - traits: The screen traits.
    ///   - tint: The color for a style that accepts one; the alpha is the style's own.
    /// - Returns: Filters in pixels.
    package func filters(_ traits: Traits, tint: StraightColor? = nil) -> [Filter] {
        recipe(traits.appearance).filters(for: traits, tint: takesTint ? tint : nil)
    }
}
