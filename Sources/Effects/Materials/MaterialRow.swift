// SPDX-License-Identifier: Apache-2.0

/// A row of the table of materials.
package struct MaterialRow: Hashable, Sendable {
    /// The origin of a material.
    package enum Family: String, Hashable, Sendable, CaseIterable {
        /// `UIBlurEffect.Style` since iOS 13.
        case system
        /// `UIBlurEffect.Style` before iOS 13.
        case legacy
        /// Another part of Apple's systems.
        case preset
        /// Apple's sample code UIImage+ImageEffects.
        case imageEffect
    }

    /// The recipes of a style.
    package enum Recipes: Hashable, Sendable {
        /// One recipe for each appearance.
        case adaptive(light: MaterialRecipe, dark: MaterialRecipe)
        /// A single recipe, always light.
        case light(MaterialRecipe)
        /// A single recipe, always dark.
        case dark(MaterialRecipe)
    }

    /// The origin of the material.
    package let family: Family

    /// The raw value in `UIBlurEffect.Style`, if the material has one.
    package let rawValue: Int?

    /// The recipes.
    package let recipes: Recipes

    /// A one-sentence description.
    package let sentence: String

    /// The parts of the material that are omitted or unknown, if any.
    package let reservation: String?

    /// Whether the material accepts a tint.
    package let takesTint: Bool

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
