// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A text that a layer shows, with its fonts and its layout.
    public struct Text: Hashable, Sendable {
        /// A part of a text with its own style; properties that are nil are inherited from the
        /// text.
        public struct Run: Hashable, Sendable {
            /// The characters; line feeds separate paragraphs.
            public var text: String
            /// The font family, as fontconfig names it.
            public var family: String?
            /// The font size; % refers to the height of the containing area.
            public var size: Length?
            /// The weight, from 100 to 1000; 400 is regular, 700 bold.
            public var weight: Int?
            /// Whether the font is slanted.
            public var isItalic: Bool?
            /// Whether a line is drawn under the run.
            public var isUnderlined: Bool?
            /// Whether a line is drawn through the run.
            public var isStruck: Bool?
            /// The space added between characters; % refers to the size of the run's font.
            public var letterSpacing: Length?
            /// The color that replaces the color of the text's ink.
            public var color: StraightColor?

            /// Creates a run that inherits all of its style from the text.
            public init(_ text: String) { self.text = text }
        }

        /// A blurred copy of a text beneath it.
        public struct Shadow: Hashable, Sendable {
            /// The distance to the right; % refers to the font size of the text.
            public var x: Length
            /// The distance downwards; % refers to the font size of the text.
            public var y: Length
            /// The blur radius as in CSS: twice the standard deviation; % refers to the font size
            /// of the text.
            public var blur: Length
            /// The color of the shadow.
            public var color: StraightColor

            /// Creates a shadow of a color; by default it is neither moved nor blurred.
            public init(
                x: Length = .zero,
                y: Length = .zero,
                blur: Length = .zero,
                color: StraightColor
            ) {
                self.x = x
                self.y = y
                self.blur = blur
                self.color = color
            }
        }

        /// The default font size, as of body text: 17 points.
        public static let defaultSize = Length(17, .points) ?? .zero

        /// The parts of the text, each with its own style.
        public var runs: [Run]
        /// The font family, as fontconfig names it.
        public var family: String
        /// The font size; % refers to the height of the containing area.
        public var size: Length
        /// The weight, from 100 to 1000; 400 is regular, 700 bold.
        public var weight: Int
        /// Whether the font is slanted.
        public var isItalic: Bool
        /// Whether a line is drawn under the text.
        public var isUnderlined = false
        /// Whether a line is drawn through the text.
        public var isStruck = false
        /// The space added between characters; % refers to the font size.
        public var letterSpacing = Length.zero
        /// The height of every line, in which its largest font is centered; % refers to ``size``.
        ///
        /// If it is `nil`, each line is as high as its fonts need.
        public var lineHeight: Length?
        /// The greatest number of lines; a longer text ends with an ellipsis.
        public var maximumLines: Int?
        /// The text shadow, if it has one.
        public var shadow: Shadow?
        /// The horizontal alignment of the lines.
        public var alignment: TextForm.Alignment
        /// The vertical position of the lines.
        public var position: TextForm.Position
        /// The way to break or cut off a line that is too long.
        public var wrapping: TextForm.Wrapping
        /// The writing direction of the text; `nil` for the scene direction.
        public var direction: TextForm.Direction?

        /// Creates a text from runs; by default it is vertically centered in its frame, like a
        /// label.
        public init(
            runs: [Run],
            family: String = TextForm.defaultFamily,
            size: Length = Self.defaultSize,
            weight: Int = 400,
            isItalic: Bool = false,
            alignment: TextForm.Alignment = .natural,
            position: TextForm.Position = .middle,
            wrapping: TextForm.Wrapping = .word,
            direction: TextForm.Direction? = nil
        ) {
            self.runs = runs
            self.family = family
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
            self.alignment = alignment
            self.position = position
            self.wrapping = wrapping
            self.direction = direction
        }

        /// Creates a text in one style; by default it is vertically centered in its frame, like a
        /// label.
        public init(
            _ text: String,
            family: String = TextForm.defaultFamily,
            size: Length = Self.defaultSize,
            weight: Int = 400,
            isItalic: Bool = false,
            alignment: TextForm.Alignment = .natural,
            position: TextForm.Position = .middle,
            wrapping: TextForm.Wrapping = .word,
            direction: TextForm.Direction? = nil
        ) {
            self.init(
                runs: [Run(text)],
                family: family,
                size: size,
                weight: weight,
                isItalic: isItalic,
                alignment: alignment,
                position: position,
                wrapping: wrapping,
                direction: direction
            )
        }

        /// The characters of all runs.
        public var text: String { runs.map(\.text).joined() }
    }
}
