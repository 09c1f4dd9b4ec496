// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// An image, text or shape that is drawn on a pane and clipped to it.
    ///
    /// Lengths in % refer to the pane's frame.
    public struct Content: Hashable, Sendable {
        /// The image, text or shape that is drawn.
        public enum Form: Hashable, Sendable {
            /// An image, fitted into a frame.
            case picture(Picture)
            /// A text, with its font and layout.
            case text(Text)
            /// An area that is filled with one color.
            case shape(Shape)
        }

        /// The colors in which an image, text or shape is drawn.
        public enum Ink: Hashable, Sendable {
            /// The image's own colors.
            case own
            /// One color; the alpha of the image, text or shape is its mask.
            case color(StraightColor)
            /// A vibrancy style, through which the pane's material shines.
            ///
            /// The color is the content's own. ``VibrancyStyle/label`` uses all of it; the other
            /// styles use only its alpha.
            case vibrancy(VibrancyStyle, StraightColor? = nil)
        }

        /// The image, text or shape that is drawn.
        public var form: Form

        /// The colors in which the image, text or shape is drawn.
        ///
        /// An image in any ink but ``Ink/own`` is a template: only its alpha is used.
        public var ink: Ink

        /// The opacity of the image, text or shape, in `0...1`.
        public var alpha: Double

        /// Creates the content of a pane from an image, text or shape; by default, images have
        /// their own colors.
        public init(_ form: Form, ink: Ink = .own, alpha: Double = 1) {
            self.form = form
            self.ink = ink
            self.alpha = alpha
        }
    }

    /// An image drawn on a pane, and its fit into a frame.
    public struct Picture: Hashable, Sendable {
        /// The identifier of the image file.
        public var picture: ResourceID
        /// The frame on the pane that the image is fitted into.
        public var frame: Frame
        /// The way to fit the image into the frame.
        public var mode: PictureForm.Mode
        /// The image's pixels per point; `nil` if each of its pixels is one pixel of the result.
        public var scale: Double?
        /// The borders that are not stretched, if any; used by ``PictureForm/Mode/stretch``.
        public var caps: PictureForm.Caps?
        /// Whether the image is mirrored if the scene reads from right to left.
        public var followsDirection: Bool

        /// Creates an image on a pane; by default it is fitted into the whole pane.
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
