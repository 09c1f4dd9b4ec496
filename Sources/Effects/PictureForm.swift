// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An image that is drawn on a pane, and its fit into a frame.
public struct PictureForm: Hashable, Sendable {
    /// The way to fit an image into a frame of another shape.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Scales the image to fill the frame, centers it, and cuts off the rest.
        case fill
        /// Scales the image to fit into the frame, and centers it.
        case fit
        /// Stretches the image to the frame width and height.
        case stretch
        /// Keeps the image's size, centers it, and cuts off the rest.
        case center
    }

    /// The way to resize the middle of an image between its cap insets.
    public enum Resizing: String, Hashable, Sendable, CaseIterable {
        /// Stretches the middle to the available size.
        case stretch
        /// Repeats the middle as tiles.
        case tile
    }

    /// The borders of an image that are not stretched, as in `resizableImage(withCapInsets:)`.
    public struct Caps: Hashable, Sendable {
        /// The widths of the borders, in pixels of the image; each at least 0.
        public var top, left, bottom, right: Int
        /// The way to resize the middle between the borders.
        public var resizing: Resizing

        /// Creates cap insets from the widths of the four borders.
        public init(top: Int, left: Int, bottom: Int, right: Int, resizing: Resizing) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
            self.resizing = resizing
        }
    }

    /// The identifier of the image file.
    package var picture: ResourceID
    /// The frame to draw into, in pixels of the result.
    package var frame: Rectangle
    /// The way to fit the image into the frame.
    package var mode: Mode
    /// The pixels of the result per pixel of the image; used by ``Mode/center`` and cap insets.
    package var scale: Double
    /// The borders that are not stretched, if any; used by ``Mode/stretch``.
    package var caps: Caps?
    /// Whether the image is mirrored left to right.
    package var isMirrored: Bool

    /// Creates an image to draw into a frame.
    package init(
        picture: ResourceID,
        frame: Rectangle,
        mode: Mode,
        scale: Double = 1,
        caps: Caps? = nil,
        isMirrored: Bool = false
    ) {
        self.picture = picture
        self.frame = frame
        self.mode = mode
        self.scale = scale
        self.caps = caps
        self.isMirrored = isMirrored
    }

    /// All properties of the drawn image as a canonical value, for cache keys.
    var value: PlanValue {
        var fields: [PlanValue.Field] = [
            .init("picture", .text(picture.digest)),
            .init("frame", frame.planValue),
            .init("mode", .text(mode.rawValue)),
            .init("scale", .number(scale)),
            .init("mirrored", .flag(isMirrored)),
        ]
        if let caps {
            let insets = [caps.top, caps.left, caps.bottom, caps.right]
            fields.append(.init("caps", .list(insets.map { .number(Double($0)) })))
            fields.append(.init("resizing", .text(caps.resizing.rawValue)))
        }
        return .record("picture", fields)
    }
}
