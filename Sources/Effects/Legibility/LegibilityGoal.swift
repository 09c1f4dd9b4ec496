// SPDX-License-Identifier: Apache-2.0

/// What a text on a material should reach.
public struct LegibilityGoal: Hashable, Sendable {
    /// The styles of text, from the strongest to the weakest.
    public static let texts: [VibrancyStyle] = [
        .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel,
    ]

    /// The materials that are chosen from, from the thinnest to the thickest.
    public static let materials: [MaterialStyle] = [
        .systemUltraThinMaterial, .systemThinMaterial, .systemMaterial, .systemThickMaterial,
    ]

    /// The part of the places in the text's box that may be worse than what counts.
    public static let worstPart = 0.05

    /// The style of the text: one of ``texts``.
    public let text: VibrancyStyle

    /// How contrast is measured.
    public let measure: ContrastMeasure

    /// The contrast to reach, inside of the measure's range.
    public let target: Double

    /// What is known about the screen; the appearance is the one that is asked for.
    public let traits: Traits

    /// Creates a goal.
    ///
    /// - Parameters:
    ///   - text: One of ``texts``.
    ///   - measure: How contrast is measured.
    ///   - target: The contrast to reach, inside of ``ContrastMeasure/targetRange``.
    ///   - traits: What is known about the screen.
    public init(
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

    /// The appearances, the one that is asked for first.
    public var appearances: [Appearance] {
        [traits.appearance] + Appearance.allCases.filter { $0 != traits.appearance }
    }

    /// The texts, from the one that is asked for to the strongest.
    public var admissibleTexts: [VibrancyStyle] {
        let index = Self.texts.firstIndex(of: text) ?? 0
        return Self.texts[...index].reversed()
    }
}
