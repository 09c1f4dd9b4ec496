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

    /// The place of the style in the sets of a material.
    public var slot: VibrancySlot {
        switch self {
        case .label: .stroke(.primary)
        case .secondaryLabel: .stroke(.secondary)
        case .tertiaryLabel: .stroke(.tertiary)
        case .quaternaryLabel: .stroke(.quaternary)
        case .fill: .fill(.primary)
        case .secondaryFill: .fill(.secondary)
        case .tertiaryFill: .fill(.tertiary)
        case .separator: .fill(.separator)
        }
    }

    /// The semantic color that says the same without vibrancy.
    public var semanticColor: SemanticColor {
        switch self {
        case .label: .label
        case .secondaryLabel: .secondaryLabel
        case .tertiaryLabel: .tertiaryLabel
        case .quaternaryLabel: .quaternaryLabel
        case .fill: .systemFill
        case .secondaryFill: .secondarySystemFill
        case .tertiaryFill: .tertiarySystemFill
        case .separator: .separator
        }
    }

    /// One sentence for people.
    public var sentence: String {
        switch self {
        case .label: "Text that comes first; the one style that keeps a color of the content."
        case .secondaryLabel: "Text that comes second."
        case .tertiaryLabel: "Text that comes third, and placeholders."
        case .quaternaryLabel: "Text that comes last: too weak for what must be read."
        case .fill: "Thin and small shapes."
        case .secondaryFill: "Shapes of middle size."
        case .tertiaryFill: "Large shapes."
        case .separator: "Lines between rows."
        }
    }

    /// Whether contents keep their own color; of all other styles only the alpha of contents
    /// counts.
    public var keepsColor: Bool { self == .label }
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
