// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A picture drawn on a pane, and how it fits its frame.
public struct PictureForm: Hashable, Sendable {
    /// How a picture of another shape than its frame is fitted.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// As large as needed to fill the frame, centered; what lies beyond is cut off.
        case fill
        /// As large as fits into the frame, centered.
        case fit
        /// As wide and as high as the frame.
        case stretch
        /// In its own size, centered; what lies beyond is cut off.
        case center
    }

    /// What happens to the middle of a picture with cap insets.
    public enum Resizing: String, Hashable, Sendable, CaseIterable {
        /// It is stretched.
        case stretch
        /// It is repeated.
        case tile
    }

    /// The parts of a picture that keep their size, as `resizableImage(withCapInsets:)` has them.
    public struct Caps: Hashable, Sendable {
        /// The insets, in pixels of the content's picture, each at least 0.
        public var top, left, bottom, right: Int
        /// What happens to the middle.
        public var resizing: Resizing

        /// Creates caps.
        public init(top: Int, left: Int, bottom: Int, right: Int, resizing: Resizing) {
            self.top = top
            self.left = left
            self.bottom = bottom
            self.right = right
            self.resizing = resizing
        }
    }

    /// The picture.
    public var picture: ResourceID
    /// Where it is drawn, in pixels.
    public var frame: Rectangle
    /// How it fits.
    public var mode: Mode
    /// The size of one of its own pixels in pixels of the result, for ``Mode/center`` and caps.
    public var scale: Double
    /// The parts that keep their size, for ``Mode/stretch``.
    public var caps: Caps?
    /// Whether it is turned left to right.
    public var isMirrored: Bool

    /// Creates a form.
    public init(
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

    /// The canonical description.
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
