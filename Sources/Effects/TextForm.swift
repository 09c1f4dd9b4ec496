// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A text that is drawn on a pane, with its font and its layout.
public struct TextForm: Hashable, Sendable {
    /// The horizontal alignment of lines in the frame.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Aligned with the side where the text's direction starts.
        case natural
        /// On the left.
        case left
        /// In the middle.
        case center
        /// On the right.
        case right
        /// Stretched to the full width, except for the last line.
        case justified
    }

    /// The vertical position of the lines in the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// At the top.
        case top
        /// In the middle.
        case middle
        /// At the bottom.
        case bottom
    }

    /// The treatment of a line that is too long.
    public enum Wrapping: String, Hashable, Sendable, CaseIterable {
        /// Breaks the line between words, and breaks words that are too long themselves.
        case word
        /// Breaks the line between any two characters.
        case character
        /// Cuts the text off with an ellipsis; lines break only at line breaks in the text.
        case truncate
    }

    /// The direction of the text.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// The direction of the first strongly directional character.
        case auto
        /// From left to right.
        case ltr
        /// From right to left.
        case rtl
    }

    /// The family of a text that names none.
    public static let defaultFamily = "DejaVu Sans"

    /// The text; line feeds separate paragraphs.
    public var text: String
    /// The font family, as fontconfig names it.
    public var family: String
    /// The size of an em, in pixels.
    public var size: Double
    /// The weight, 100 to 1000; 400 is regular, 700 bold.
    public var weight: Int
    /// Whether the font is slanted.
    public var isItalic: Bool
    /// The frame, in pixels; lines that do not fit are not drawn.
    public var frame: Rectangle
    /// The horizontal alignment of the lines.
    public var alignment: Alignment
    /// The vertical position of the lines.
    public var position: Position
    /// The treatment of a line that is too long.
    public var wrapping: Wrapping
    /// The direction.
    public var direction: Direction

    /// Creates a form.
    public init(
        text: String,
        family: String,
        size: Double,
        weight: Int = 400,
        isItalic: Bool = false,
        frame: Rectangle,
        alignment: Alignment = .natural,
        position: Position = .top,
        wrapping: Wrapping = .word,
        direction: Direction = .auto
    ) {
        self.text = text
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.frame = frame
        self.alignment = alignment
        self.position = position
        self.wrapping = wrapping
        self.direction = direction
    }

    /// The canonical description.
    var value: PlanValue {
        .record(
            "text",
            [
                .init("text", .text(text)),
                .init("family", .text(family)),
                .init("size", .number(size)),
                .init("weight", .number(Double(weight))),
                .init("italic", .flag(isItalic)),
                .init("frame", frame.planValue),
                .init("alignment", .text(alignment.rawValue)),
                .init("position", .text(position.rawValue)),
                .init("wrapping", .text(wrapping.rawValue)),
                .init("direction", .text(direction.rawValue)),
            ]
        )
    }
}
