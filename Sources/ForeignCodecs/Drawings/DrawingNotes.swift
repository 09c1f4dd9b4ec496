// SPDX-License-Identifier: Apache-2.0

/// The constructs of a drawing that are drawn in another way than browsers draw them, or not at all.
///
/// The raw value crosses the boundary between processes.
package struct DrawingNotes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Custom properties (`var()`) with several values, or with none.
    package static let variables = DrawingNotes(rawValue: 1 << 0)
    /// Math functions such as `calc()` whose value depends on something else than absolute numbers.
    package static let math = DrawingNotes(rawValue: 1 << 1)
    /// Colors that depend on the drawing, such as mixes with `currentcolor`, or on a printer.
    package static let colors = DrawingNotes(rawValue: 1 << 2)
    /// Conditions (`@media`, `@supports`, `@container`) that are not known.
    package static let conditions = DrawingNotes(rawValue: 1 << 3)
    /// Selectors such as `:has()`.
    package static let selectors = DrawingNotes(rawValue: 1 << 4)
    /// Properties such as `rotate`, `d`, `vector-effect`, and basic shapes for `clip-path`.
    package static let properties = DrawingNotes(rawValue: 1 << 5)
    /// A `transform-origin` that depends on the box of an element, or on another rule.
    package static let transformOrigin = DrawingNotes(rawValue: 1 << 6)
    /// Animations, whose first state may differ from the drawing without them.
    package static let animations = DrawingNotes(rawValue: 1 << 7)
    /// HTML within `foreignObject`.
    package static let foreignObjects = DrawingNotes(rawValue: 1 << 8)
    /// Fonts of the drawing itself (`@font-face`).
    package static let fonts = DrawingNotes(rawValue: 1 << 9)
    /// Texts on paths, stretched, turned letter by letter, or placed by another line than their base line.
    package static let textLayout = DrawingNotes(rawValue: 1 << 10)

    /// All notes that have a meaning.
    package static let all = DrawingNotes(rawValue: (1 << 11) - 1)
}
