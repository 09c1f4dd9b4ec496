// SPDX-License-Identifier: Apache-2.0

/// A style for contents through which the material shines, as in `UIVibrancyEffectStyle`.
public enum VibrancyStyle: String, Hashable, Sendable, CaseIterable {
    /// Primary text.
    case label
    /// Secondary text.
    case secondaryLabel
    /// Tertiary text.
    case tertiaryLabel
    /// Quaternary text.
    case quaternaryLabel
    /// Thin or small shapes.
    case fill
    /// Medium-size shapes.
    case secondaryFill
    /// Large shapes.
    case tertiaryFill
    /// Separator lines.
    case separator

    /// The row of the style in the table of vibrancies.
    private var row: VibrancyRow {
        switch self {
        case .label:
            .init(
                .stroke(.primary),
                .label,
                "Primary text; the only style that keeps a color of the content.",
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

    /// The slot of the style in the sets of a material.
    package var slot: VibrancySlot { row.slot }

    /// The semantic color with the same meaning.
    package var semanticColor: SemanticColor { row.semanticColor }

    /// A one-sentence description.
    package var sentence: String { row.sentence }

    /// Whether contents keep their own color; the other styles use only the alpha of contents.
    package var keepsColor: Bool { row.keepsColor }
}

/// A row of the table of vibrancies.
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

/// A slot in the sets of inks.
package enum VibrancySlot: Hashable, Sendable {
    /// The slots of a ``FillSet``.
    package enum Fill: String, Hashable, Sendable, CaseIterable {
        /// The strongest slot.
        case primary
        /// The second slot.
        case secondary
        /// The third slot.
        case tertiary
        /// The slot for lines.
        case separator
    }

    /// The slots of a ``StrokeSet``.
    package enum Stroke: String, Hashable, Sendable, CaseIterable {
        /// The strongest slot, a color instead of a matrix.
        case primary
        /// The second slot.
        case secondary
        /// The third slot.
        case tertiary
        /// The weakest slot.
        case quaternary
    }

    /// A slot of the set for shapes.
    case fill(Fill)
    /// A slot of the set for text and lines.
    case stroke(Stroke)
}
