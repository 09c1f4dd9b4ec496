// SPDX-License-Identifier: Apache-2.0

/// The definition of a material style: its origin, its parameters and its description.
package struct MaterialRow: Hashable, Sendable {
    /// The API or product that a material comes from.
    package enum Family: String, Hashable, Sendable, CaseIterable {
        /// A style of `UIBlurEffect` since iOS 13.
        case system
        /// A style of `UIBlurEffect` before iOS 13.
        case legacy
        /// A material of another part of Apple's systems.
        case preset
        /// An effect of Apple's sample code UIImage+ImageEffects.
        case imageEffect
    }

    /// The parameters of a material style, for light and dark user interfaces.
    package enum Recipes: Hashable, Sendable {
        /// The material has separate parameters for light and dark.
        case adaptive(light: MaterialRecipe, dark: MaterialRecipe)
        /// The material always looks light, with one set of parameters.
        case light(MaterialRecipe)
        /// The material always looks dark, with one set of parameters.
        case dark(MaterialRecipe)
    }

    /// The API or product that the material comes from.
    package let family: Family

    /// The raw value in `UIBlurEffect.Style`, if the material has one.
    package let rawValue: Int?

    /// The parameters for light and dark user interfaces.
    package let recipes: Recipes

    /// A description of the material in one sentence.
    package let sentence: String

    /// The reservation about fidelity: the parts of the material that are omitted or unknown.
    package let reservation: String?

    /// Whether a caller can choose the material's tint color.
    package let takesTint: Bool

    /// Creates the definition of a material style.
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
