// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// Something drawn on a pane, clipped to it.
    ///
    /// Lengths in % are those of the pane's frame.
    public struct Content: Hashable, Sendable {
        /// What is drawn.
        public enum Form: Hashable, Sendable {
            /// A picture.
            case picture(Picture)
            /// A text.
            case text(Text)
            /// A plain area.
            case shape(Shape)
        }

        /// What it is drawn in.
        public enum Ink: Hashable, Sendable {
            /// The colors of a picture themselves.
            case own
            /// One color, where the content is.
            case color(StraightColor)
            /// A style that lets the pane's material shine through. The color is the content's own:
            /// ``VibrancyStyle/label`` is drawn in it, and of all other styles its alpha counts.
            case vibrancy(VibrancyStyle, StraightColor? = nil)
        }

        /// What is drawn.
        public var form: Form

        /// What it is drawn in; a picture in anything but its own colors is a template, of which
        /// only the alpha counts.
        public var ink: Ink

        /// How much of it there is: 0 to 1.
        public var alpha: Double

        /// Creates a content.
        public init(_ form: Form, ink: Ink = .own, alpha: Double = 1) {
            self.form = form
            self.ink = ink
            self.alpha = alpha
        }
    }

    /// A picture drawn on a pane.
    public struct Picture: Hashable, Sendable {
        /// The picture.
        public var picture: ResourceID
        /// Where it is drawn.
        public var frame: Frame
        /// How it fits.
        public var mode: PictureForm.Mode
        /// How many of its pixels make a point; `nil` when each is one pixel of the result.
        public var scale: Double?
        /// The parts that keep their size, for ``PictureForm/Mode/stretch``.
        public var caps: PictureForm.Caps?
        /// Whether it is turned left to right where people read from right to left.
        public var followsDirection: Bool

        /// Creates a picture.
        public init(
            picture: ResourceID,
            frame: Frame = .whole,
            mode: PictureForm.Mode = .fit,
            scale: Double? = nil,
            caps: PictureForm.Caps? = nil,
            followsDirection: Bool = false
        ) {
            self.picture = picture
            self.frame = frame
            self.mode = mode
            self.scale = scale
            self.caps = caps
            self.followsDirection = followsDirection
        }
    }

    /// A text drawn on a pane.
    public struct Text: Hashable, Sendable {
        /// The size of a font that states none, which is that of body text: 17 points.
        public static let defaultSize = Length(17, .points) ?? .zero

        /// The text; line feeds separate paragraphs.
        public var text: String
        /// Where it is drawn.
        public var frame: Frame
        /// The family of the font, as fontconfig knows it.
        public var family: String
        /// The size of an em; in % it is one of the height of the pane's frame.
        public var size: Length
        /// The weight, inside of ``SceneLimits/fontWeight``; 400 is regular, 700 bold.
        public var weight: Int
        /// Whether the font is slanted.
        public var isItalic: Bool
        /// Where lines stand in the width.
        public var alignment: TextForm.Alignment
        /// Where they stand in the height.
        public var position: TextForm.Position
        /// What happens to a line that is too long.
        public var wrapping: TextForm.Wrapping
        /// The direction; `nil` for that of the scene.
        public var direction: TextForm.Direction?

        /// Creates a text; it stands in the middle of its frame's height, as that of a label.
        public init(
            _ text: String,
            frame: Frame = .whole,
            family: String = "sans-serif",
            size: Length = Self.defaultSize,
            weight: Int = 400,
            isItalic: Bool = false,
            alignment: TextForm.Alignment = .natural,
            position: TextForm.Position = .middle,
            wrapping: TextForm.Wrapping = .word,
            direction: TextForm.Direction? = nil
        ) {
            self.text = text
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
    }
}
