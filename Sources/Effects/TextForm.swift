// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A text that is drawn on a pane, with its font and its layout.
public struct TextForm: Hashable, Sendable {
    /// The horizontal alignment of lines in the frame.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        /// Aligned with the side where the text's direction starts.
        case natural
        /// Aligned with the left edge of the frame.
        case left
        /// Centered in the frame.
        case center
        /// Aligned with the right edge of the frame.
        case right
        /// Stretched to the frame width, except for the last line.
        case justified
    }

    /// The vertical position of the lines in the frame.
    public enum Position: String, Hashable, Sendable, CaseIterable {
        /// Lines start at the top of the frame.
        case top
        /// Lines are centered in the frame.
        case middle
        /// Lines end at the bottom of the frame.
        case bottom
    }

    /// The way to break or cut off a line that is longer than the frame is wide.
    public enum Wrapping: String, Hashable, Sendable, CaseIterable {
        /// Breaks the line between words, and breaks a word that is longer than the line.
        case word
        /// Breaks the line between any two characters.
        case character
        /// Does not break the line, and cuts the text off with an ellipsis; only line feeds begin a
        /// new line.
        case truncate
    }

    /// The writing direction of the text.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// The direction of the first strongly directional character, such as a letter.
        case auto
        /// From left to right.
        case ltr
        /// From right to left.
        case rtl
    }

    /// A part of a text in one style.
    package struct Run: Hashable, Sendable {
        /// The characters; line feeds separate paragraphs.
        package var text: String
        /// The font family, as fontconfig names it.
        package var family: String
        /// The size of an em, in pixels.
        package var size: Double
        /// The weight, 100 to 1000; 400 is regular, 700 bold.
        package var weight: Int
        /// Whether the font is slanted.
        package var isItalic: Bool
        /// Whether a line is drawn under the run.
        package var isUnderlined: Bool
        /// Whether a line is drawn through the run.
        package var isStruck: Bool
        /// The space added between characters, in pixels; may be negative.
        package var letterSpacing: Double
        /// Whether the run is drawn; if not, it leaves its space in the line empty.
        package var isDrawn: Bool

        /// Creates a run of characters in one style.
        package init(
            _ text: String,
            family: String,
            size: Double,
            weight: Int = 400,
            isItalic: Bool = false,
            isUnderlined: Bool = false,
            isStruck: Bool = false,
            letterSpacing: Double = 0,
            isDrawn: Bool = true
        ) {
            self.text = text
            self.family = family
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
            self.isUnderlined = isUnderlined
            self.isStruck = isStruck
            self.letterSpacing = letterSpacing
            self.isDrawn = isDrawn
        }
    }

    /// The font family of a text for which none is given.
    public static let defaultFamily = "DejaVu Sans"

    /// The parts of the text, each in one style.
    package var runs: [Run]
    /// The frame of the lines, in pixels; lines that do not fit are not drawn.
    package var frame: Rectangle
    /// The horizontal alignment of the lines.
    package var alignment: Alignment
    /// The vertical position of the lines.
    package var position: Position
    /// The way to break or cut off a line that is longer than the frame is wide.
    package var wrapping: Wrapping
    /// The writing direction of the text.
    package var direction: Direction
    /// The height of every line, in pixels; `nil` for the height that its fonts require.
    package var lineHeight: Double?
    /// The greatest number of lines; a longer text ends with an ellipsis.
    package var maximumLines: Int?
    /// The standard deviation of the blur, in pixels, if this text is a shadow; `nil` for a text.
    ///
    /// A shadow is drawn in the color of its ink everywhere, also where glyphs have colors of their
    /// own.
    package var shadowSigma: Double?

    /// Creates a text from runs, with its frame and its layout.
    package init(
        runs: [Run],
        frame: Rectangle,
        alignment: Alignment = .natural,
        position: Position = .top,
        wrapping: Wrapping = .word,
        direction: Direction = .auto,
        lineHeight: Double? = nil,
        maximumLines: Int? = nil
    ) {
        self.runs = runs
        self.frame = frame
        self.alignment = alignment
        self.position = position
        self.wrapping = wrapping
        self.direction = direction
        self.lineHeight = lineHeight
        self.maximumLines = maximumLines
    }

    /// Creates a text in one style, with its frame and its layout.
    package init(
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
        self.init(
            runs: [Run(text, family: family, size: size, weight: weight, isItalic: isItalic)],
            frame: frame,
            alignment: alignment,
            position: position,
            wrapping: wrapping,
            direction: direction
        )
    }

    /// The characters of all runs.
    package var text: String { runs.map(\.text).joined() }

    /// The size of the largest font, in pixels.
    package var size: Double { runs.map(\.size).max() ?? 0 }

    /// Whether a drawn run has a character that fonts may draw in colors of their own, such as an
    /// emoji.
    package var mayHaveColors: Bool {
        runs.contains { $0.isDrawn && $0.text.unicodeScalars.contains(where: \.mayHaveColors) }
    }
}

extension TextForm {
    /// All properties of the text as a canonical value, for cache keys; some are left out at their
    /// defaults.
    var value: PlanValue {
        var fields = runs.count == 1 ? runs[0].fields : [.init("runs", .list(runs.map(\.value)))]
        fields += [
            .init("frame", frame.planValue),
            .init("alignment", .text(alignment.rawValue)),
            .init("position", .text(position.rawValue)),
            .init("wrapping", .text(wrapping.rawValue)),
            .init("direction", .text(direction.rawValue)),
        ]
        if let lineHeight { fields.append(.init("line-height", .number(lineHeight))) }
        if let maximumLines { fields.append(.init("lines", .number(Double(maximumLines)))) }
        if let shadowSigma { fields.append(.init("shadow", .number(shadowSigma))) }
        return .record("text", fields)
    }
}

extension TextForm.Run {
    fileprivate var value: PlanValue { .record("run", fields) }

    fileprivate var fields: [PlanValue.Field] {
        var fields: [PlanValue.Field] = [
            .init("text", .text(text)),
            .init("family", .text(family)),
            .init("size", .number(size)),
            .init("weight", .number(Double(weight))),
            .init("italic", .flag(isItalic)),
        ]
        if isUnderlined { fields.append(.init("underline", .flag(true))) }
        if isStruck { fields.append(.init("strikethrough", .flag(true))) }
        if letterSpacing != 0 { fields.append(.init("spacing", .number(letterSpacing))) }
        if !isDrawn { fields.append(.init("drawn", .flag(false))) }
        return fields
    }
}

extension Unicode.Scalar {
    /// Whether fonts may draw the character in colors of its own.
    ///
    /// These are emoji, and the selector that asks for the presentation as an emoji. Digits and a few
    /// signs are emoji only with the selector.
    fileprivate var mayHaveColors: Bool {
        properties.isEmoji && value > 0xff || self == "\u{FE0F}"
    }
}
