// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A text drawn on a pane.
    public struct Text: Hashable, Sendable {
        /// A part of a text with properties of its own; those that are nil are inherited from the text.
        public struct Run: Hashable, Sendable {
            /// The characters; line feeds separate paragraphs.
            public var text: String
            /// The font family, as fontconfig names it.
            public var family: String?
            /// The size of an em; % refers to the height of the pane's frame.
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
            /// The color; it takes the place of that of the content's ink.
            public var color: StraightColor?

            /// Creates a run in the style of the whole text.
            public init(_ text: String) { self.text = text }
        }

        /// A blurred copy of a text beneath it.
        public struct Shadow: Hashable, Sendable {
            /// The distance to the right; % refers to the size of the text's font, as in ``y`` and
            /// ``blur``.
            public var x: Length
            /// The distance downwards.
            public var y: Length
            /// The radius of the blur, twice its standard deviation, as in CSS.
            public var blur: Length
            /// The color.
            public var color: StraightColor

            /// Creates a shadow.
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

        /// The default font size, that of body text: 17 points.
        public static let defaultSize = Length(17, .points) ?? .zero

        /// The parts of the text.
        public var runs: [Run]
        /// The frame on the pane.
        public var frame: Frame
        /// The font family, as fontconfig names it.
        public var family: String
        /// The size of an em; % refers to the height of the pane's frame.
        public var size: Length
        /// The weight, from 100 to 1000; 400 is regular, 700 bold.
        public var weight: Int
        /// Whether the font is slanted.
        public var isItalic: Bool
        /// Whether a line is drawn under the text.
        public var isUnderlined = false
        /// Whether a line is drawn through the text.
        public var isStruck = false
        /// The space added between characters; % refers to the size of the font.
        public var letterSpacing = Length.zero
        /// The height of every line, in which its largest font is centered; % refers to ``size``.
        ///
        /// If it is `nil`, each line is as high as its fonts need.
        public var lineHeight: Length?
        /// The greatest number of lines; a text with more ends with an ellipsis.
        public var maximumLines: Int?
        /// The shadow of the text.
        public var shadow: Shadow?
        /// The horizontal alignment of the lines.
        public var alignment: TextForm.Alignment
        /// The vertical position of the lines.
        public var position: TextForm.Position
        /// The treatment of a line that is too long.
        public var wrapping: TextForm.Wrapping
        /// The direction of the text; `nil` for that of the scene.
        public var direction: TextForm.Direction?

        /// Creates a text; by default it is vertically centered in its frame, like a label.
        public init(
            runs: [Run],
            frame: Frame = .whole,
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
            self.frame = frame
            self.family = family
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
            self.alignment = alignment
            self.position = position
            self.wrapping = wrapping
            self.direction = direction
        }

        /// Creates a text in one style.
        public init(
            _ text: String,
            frame: Frame = .whole,
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
                frame: frame,
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
