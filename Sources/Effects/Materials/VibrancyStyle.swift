// SPDX-License-Identifier: Apache-2.0

/// A way of drawing on a material so that the material shines through: the styles of
/// `UIVibrancyEffectStyle`.
public enum VibrancyStyle: String, Hashable, Sendable, CaseIterable {
    /// Text that comes first.
    case label
    /// Text that comes second.
    case secondaryLabel
    /// Text that comes third.
    case tertiaryLabel
    /// Text that comes last.
    case quaternaryLabel
    /// Thin and small shapes.
    case fill
    /// Shapes of middle size.
    case secondaryFill
    /// Large shapes.
    case tertiaryFill
    /// Lines between rows.
    case separator

    /// The row of the style: one for each, in the order of the cases.
    private var row: VibrancyRow {
        switch self {
        case .label:
            .init(
                .stroke(.primary),
                .label,
                "Text that comes first; the one style that keeps a color of the content.",
                keepsColor: true
            )
        case .secondaryLabel:
            .init(.stroke(.secondary), .secondaryLabel, "Text that comes second.")
        case .tertiaryLabel:
            .init(.stroke(.tertiary), .tertiaryLabel, "Text that comes third, and placeholders.")
        case .quaternaryLabel:
            .init(
                .stroke(.quaternary),
                .quaternaryLabel,
                "Text that comes last: too weak for what must be read."
            )
        case .fill: .init(.fill(.primary), .systemFill, "Thin and small shapes.")
        case .secondaryFill:
            .init(.fill(.secondary), .secondarySystemFill, "Shapes of middle size.")
        case .tertiaryFill: .init(.fill(.tertiary), .tertiarySystemFill, "Large shapes.")
        case .separator: .init(.fill(.separator), .separator, "Lines between rows.")
        }
    }

    /// The place of the style in the sets of a material.
    public var slot: VibrancySlot { row.slot }

    /// The semantic color that says the same without vibrancy.
    public var semanticColor: SemanticColor { row.semanticColor }

    /// One sentence for people.
    public var sentence: String { row.sentence }

    /// Whether contents keep their own color; of all other styles only the alpha of contents
    /// counts.
    public var keepsColor: Bool { row.keepsColor }
}

/// Everything known about a style of vibrancy.
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

/// A place in the sets of inks.
public enum VibrancySlot: Hashable, Sendable {
    /// The places of a ``FillSet``.
    public enum Fill: String, Hashable, Sendable, CaseIterable {
        /// The strongest.
        case primary
        /// The second.
        case secondary
        /// The third.
        case tertiary
        /// For lines.
        case separator
    }

    /// The places of a ``StrokeSet``.
    public enum Stroke: String, Hashable, Sendable, CaseIterable {
        /// The strongest: a flat color, and not a matrix.
        case primary
        /// The second.
        case secondary
        /// The third.
        case tertiary
        /// The weakest.
        case quaternary
    }

    /// In the set for areas.
    case fill(Fill)
    /// In the set for text and lines.
    case stroke(Stroke)
}
