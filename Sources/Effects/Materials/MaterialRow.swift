// SPDX-License-Identifier: Apache-2.0

/// What is known about a material style.
public struct MaterialRow: Hashable, Sendable {
    /// Where a style is from.
    public enum Family: String, Hashable, Sendable, CaseIterable {
        /// `UIBlurEffect.Style` since iOS 13.
        case system
        /// `UIBlurEffect.Style` before.
        case legacy
        /// Another part of Apple's systems.
        case preset
        /// Apple's sample code UIImage+ImageEffects.
        case imageEffect
    }

    /// The recipes of a style.
    public enum Recipes: Hashable, Sendable {
        /// One for each appearance.
        case adaptive(light: MaterialRecipe, dark: MaterialRecipe)
        /// One that is light whatever surrounds it.
        case light(MaterialRecipe)
        /// One that is dark whatever surrounds it.
        case dark(MaterialRecipe)
    }

    /// Where the style is from.
    public let family: Family

    /// The number of the style in `UIBlurEffect.Style`, where it has one.
    public let rawValue: Int?

    /// The recipes.
    public let recipes: Recipes

    /// One sentence for people.
    public let sentence: String

    /// What of it is not carried out or not known, if anything.
    public let reservation: String?

    /// Whether the style takes a color of the caller.
    public let takesTint: Bool

    /// Creates a row.
    init(
        _ family: Family,
        uikit rawValue: Int? = nil,
        _ recipes: Recipes,
        _ sentence: String,
        reservation: String? = nil,
        takesTint: Bool = false
    ) {
        self.family = family
        self.rawValue = rawValue
        self.recipes = recipes
        self.sentence = sentence
        self.reservation = reservation
        self.takesTint = takesTint
    }
}
