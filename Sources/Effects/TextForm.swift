// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A text drawn on a pane.
public struct TextForm: Hashable, Sendable {
    /// Where lines stand in the width of the frame.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// On the side on which the text's direction begins.
        case natural
        /// On the left.
        case left
        /// In the middle.
        case center
        /// On the right.
        case right
        /// Stretched to the width, but for the last line.
        case justified
    }

    /// Where the lines stand in the height of the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// At the top.
        case top
        /// In the middle.
        case middle
        /// At the bottom.
        case bottom
    }

    /// What happens to a line that is too long.
    public enum Wrapping: String, Hashable, Sendable, CaseIterable {
        /// It is broken between words, and inside of those that are too long themselves.
        case word
        /// It is broken anywhere.
        case character
        /// It ends in an ellipsis; there is one line for each of the text's own.
        case truncate
    }

    /// The direction of the text.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// As its first strong character says.
        case auto
        /// From left to right.
        case ltr
        /// From right to left.
        case rtl
    }

    /// The text; line feeds separate paragraphs.
    public var text: String
    /// The family of the font, as fontconfig knows it.
    public var family: String
    /// The size of an em, in pixels.
    public var size: Double
    /// The weight, 100 to 1000; 400 is regular, 700 bold.
    public var weight: Int
    /// Whether the font is slanted.
    public var isItalic: Bool
    /// Where it is drawn, in pixels; lines that do not fit are not drawn.
    public var frame: Rectangle
    /// Where lines stand in the width.
    public var alignment: Alignment
    /// Where they stand in the height.
    public var position: Position
    /// What happens to a line that is too long.
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
