// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A picture, text or shape that is drawn on a pane and clipped to it.
    ///
    /// Lengths in % refer to the pane's frame.
    public struct Content: Hashable, Sendable {
        /// A picture, a text or a shape.
        public enum Form: Hashable, Sendable {
            /// A picture.
            case picture(Picture)
            /// A text.
            case text(Text)
            /// An area in one color.
            case shape(Shape)
        }

        /// The colors that a content is drawn in.
        public enum Ink: Hashable, Sendable {
            /// The picture's own colors.
            case own
            /// One color, with the content's alpha as its mask.
            case color(StraightColor)
            /// A vibrancy style, through which the pane's material shines.
            ///
            /// The color is the content's own. ``VibrancyStyle/label`` uses all of it; the other
            /// styles use only its alpha.
            case vibrancy(VibrancyStyle, StraightColor? = nil)
        }

        /// The picture, text or shape.
        public var form: Form

        /// The colors of the content.
        ///
        /// A picture in any ink but ``Ink/own`` is a template: only its alpha is used.
        public var ink: Ink

        /// The opacity of the content, in `0...1`.
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
        /// The frame on the pane.
        public var frame: Frame
        /// The fit into the frame.
        public var mode: PictureForm.Mode
        /// The picture's pixels per point; `nil` if each is one pixel of the result.
        public var scale: Double?
        /// The borders that are not stretched; used by ``PictureForm/Mode/stretch``.
        public var caps: PictureForm.Caps?
        /// Whether the picture is mirrored in right-to-left scenes.
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
}
