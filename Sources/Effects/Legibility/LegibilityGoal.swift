// SPDX-License-Identifier: Apache-2.0

/// A text style and the contrast that it should reach on a material.
package struct LegibilityGoal: Hashable, Sendable {
    /// The styles of text, from the strongest to the weakest.
    package static let texts: [VibrancyStyle] = [
        .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel,
    ]

    /// The materials to choose from, from the thinnest to the thickest.
    package static let materials: [MaterialStyle] = [
        .systemUltraThinMaterial, .systemThinMaterial, .systemMaterial, .systemThickMaterial,
    ]

    /// The fraction of the text's box in which the contrast may be below the target.
    package static let worstPart = 0.05

    /// The style of the text: one of ``texts``.
    package let text: VibrancyStyle

    /// The measure of contrast: WCAG or APCA.
    package let measure: ContrastMeasure

    /// The contrast to reach, in the unit of the measure.
    package let target: Double

    /// The screen traits, with the requested appearance.
    package let traits: Traits

    /// Creates a goal from a text style, a contrast and the screen traits.
    ///
    /// - Parameters:
    ///   - text: One of ``texts``.
    ///   - measure: The measure of contrast.
    ///   - target: The contrast to reach, in ``ContrastMeasure/targetRange``.
    ///   - traits: The screen traits, with the requested appearance.
    package init(
        text: VibrancyStyle,
        measure: ContrastMeasure,
        target: Double,
        traits: Traits
    ) {
        precondition(Self.texts.contains(text), "not a style of text")
        precondition(measure.targetRange.contains(target), "not a contrast")
        self.text = text
        self.measure = measure
        self.target = target
        self.traits = traits
    }

    /// Both appearances, light and dark; the requested one comes first.
    package var appearances: [Appearance] {
        [traits.appearance] + Appearance.allCases.filter { $0 != traits.appearance }
    }

    /// The text styles to choose from, from the requested one to the strongest.
    package var admissibleTexts: [VibrancyStyle] {
        let index = Self.texts.firstIndex(of: text) ?? 0
        return Self.texts[...index].reversed()
    }
}
