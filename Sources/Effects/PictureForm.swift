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
        /// Fits the image like ``fit`` if it is larger than the frame, else keeps its size.
        case scaleDown = "scale-down"

        /// Whether the image may keep its own size.
        var keepsSize: Bool {
            switch self {
            case .center, .scaleDown: true
            case .fill, .fit, .stretch: false
            }
        }

        /// Whether the image may be smaller or larger than the frame, so that its position matters.
        var hasPosition: Bool { self != .stretch }
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
    /// The position of the image in the frame, where it is smaller or larger.
    package var position: PicturePosition
    /// The pixels per point of the position.
    package var positionScale: Double
    /// The part of the image that is drawn; nil for all of it.
    package var crop: Crop?
    /// The pixels of the result per pixel of the image; used by the modes that keep the image's size,
    /// and by cap insets.
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
        position: PicturePosition = .center,
        positionScale: Double = 1,
        crop: Crop? = nil,
        scale: Double = 1,
        caps: Caps? = nil,
        isMirrored: Bool = false
    ) {
        self.picture = picture
        self.frame = frame
        self.mode = mode
        self.position = position
        self.positionScale = positionScale
        self.crop = crop
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
        if position != .center {
            fields.append(.init("position", position.value(scale: positionScale)))
        }
        if let crop { fields.append(.init("crop", crop.value)) }
        if let caps {
            let insets = [caps.top, caps.left, caps.bottom, caps.right]
            fields.append(.init("caps", .list(insets.map { .number(Double($0)) })))
            fields.append(.init("resizing", .text(caps.resizing.rawValue)))
        }
        return .record("picture", fields)
    }
}

extension PictureForm {
    /// A part of an image, whose extent is not known yet.
    package struct Crop: Hashable, Sendable {
        /// The position and size, in pixels or percent of the image.
        private let x, y, width, height: Length

        /// Creates a part of an image; nil if it is empty.
        ///
        /// - Parameters:
        ///   - frame: The position and size, in any unit.
        ///   - scale: The pixels per point.
        init?(_ frame: Scene.Frame, scale: Double) {
            func fixed(_ length: Length) -> Length? {
                guard length.unit == .points else { return length }
                return Length(length.pixels(scale: scale, of: 0))
            }
            guard let x = fixed(frame.x), let y = fixed(frame.y), let width = fixed(frame.width),
                let height = fixed(frame.height), width.amount > 0, height.amount > 0
            else { return nil }
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// The part in pixels of an image, clipped to the image; at least a pixel in each direction.
        package func rectangle(in size: PixelSize) -> Rectangle {
            func side(_ start: Length, _ length: Length, _ count: Int) -> (Double, Double) {
                let extent = Double(count)
                let from = min(max(start.pixels(scale: 1, of: extent), 0), extent - 1)
                let end = from + length.pixels(scale: 1, of: extent)
                return (from, max(min(end, extent), from + 1) - from)
            }
            let (left, width) = side(x, width, size.width)
            let (top, height) = side(y, height, size.height)
            return Rectangle(x: left, y: top, width: width, height: height)
        }

        /// The lengths as a canonical value, for cache keys.
        var value: PlanValue {
            .list(
                [x, y, width, height].map { length in
                    .text("\(PlanValue.number(length.amount))\(length.unit.rawValue)")
                }
            )
        }
    }
}
