// SPDX-License-Identifier: Apache-2.0

/// The styles for drawing on a material so that it shines through, as in `UIVibrancyEffectStyle`.
public enum VibrancyStyle: String, Hashable, Sendable, CaseIterable {
    /// The style of primary text.
    case label
    /// The style of secondary text.
    case secondaryLabel
    /// The style of tertiary text.
    case tertiaryLabel
    /// The style of quaternary text.
    case quaternaryLabel
    /// The style of thin or small shapes.
    case fill
    /// The style of medium-size shapes.
    case secondaryFill
    /// The style of large shapes.
    case tertiaryFill
    /// The style of separator lines.
    case separator

    /// The definition of the style: its rank, its color and its description.
    private var row: VibrancyRow {
        switch self {
        case .label:
            .init(
                .stroke(.primary),
                .label,
                "Primary text; the only style that preserves a content color.",
                keepsColor: true
            )
        case .secondaryLabel:
            .init(.stroke(.secondary), .secondaryLabel, "Secondary text.")
        case .tertiaryLabel:
            .init(.stroke(.tertiary), .tertiaryLabel, "Tertiary text, and placeholders.")
        case .quaternaryLabel:
            .init(
                .stroke(.quaternary),
                .quaternaryLabel,
                "Quaternary text; too weak for text that must be legible."
            )
        case .fill: .init(.fill(.primary), .systemFill, "Thin and small shapes.")
        case .secondaryFill:
            .init(.fill(.secondary), .secondarySystemFill, "Shapes of middle size.")
        case .tertiaryFill: .init(.fill(.tertiary), .tertiarySystemFill, "Large shapes.")
        case .separator: .init(.fill(.separator), .separator, "Lines between rows.")
        }
    }

    /// The kind and the rank of the style, by which the inks of a material are chosen.
    package var slot: VibrancySlot { row.slot }

    /// The semantic color of UIKit with the same meaning.
    package var semanticColor: SemanticColor { row.semanticColor }

    /// A description of the style in one sentence.
    package var sentence: String { row.sentence }

    /// Whether the style draws in a given color unchanged; the other styles use only that color's
    /// alpha.
    package var keepsColor: Bool { row.keepsColor }
}

/// The definition of a vibrancy style: its rank, its color and its description.
private struct VibrancyRow {
    let slot: VibrancySlot
    let semanticColor: SemanticColor
    let sentence: String
    let keepsColor: Bool

    init(
        _ slot: VibrancySlot,
        _ semanticColor: SemanticColor,
        _ sentence: String,
        keepsColor: Bool = false
    ) {
        self.slot = slot
        self.semanticColor = semanticColor
        self.sentence = sentence
        self.keepsColor = keepsColor
    }
}

/// The kind of a vibrancy style and its rank, by which the inks of a material are chosen.
package enum VibrancySlot: Hashable, Sendable {
    /// The ranks of shapes and lines, from strong to weak, with a color matrix each in a
    /// ``FillSet``.
    package enum Fill: String, Hashable, Sendable, CaseIterable {
        /// The strongest ink, for thin or small shapes.
        case primary
        /// The ink for medium-size shapes.
        case secondary
        /// The ink for large shapes.
        case tertiary
        /// The ink for separator lines.
        case separator
    }

    /// The ranks of text, from strong to weak, with an ink each in a ``StrokeSet``.
    package enum Stroke: String, Hashable, Sendable, CaseIterable {
        /// The strongest ink, for primary text: a flat color instead of a matrix.
        case primary
        /// The ink for secondary text.
        case secondary
        /// The ink for tertiary text.
        case tertiary
        /// The weakest ink, for quaternary text.
        case quaternary
    }

    /// A style for shapes or lines, with its rank.
    case fill(Fill)
    /// A style for text, with its rank.
    case stroke(Stroke)
}
