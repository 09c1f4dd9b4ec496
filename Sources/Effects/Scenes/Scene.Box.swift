// SPDX-License-Identifier: Apache-2.0

public import Raster

extension Scene {
    /// A color or a gradient that fills a layer or a canvas.
    public struct Fill: Hashable, Sendable {
        package enum Paint: Hashable, Sendable {
            case color(StraightColor)
            case gradient(CSSGradient)
        }

        package let paint: Paint

        package init(_ paint: Paint) { self.paint = paint }

        /// Creates a fill of one color.
        public static func color(_ color: StraightColor) -> Fill { Fill(.color(color)) }

        /// Parses a gradient as in CSS, such as `linear-gradient(90deg, red, blue)`.
        ///
        /// - Throws: ``FilterListError``.
        public static func gradient(_ text: String) throws(FilterListError) -> Fill {
            Fill(.gradient(try CSSGradient(text)))
        }
    }

    /// A border inside of a layer's edge, along its corners.
    public struct Border: Hashable, Sendable {
        /// The width.
        public var width: Length
        /// The color.
        public var color: StraightColor

        /// Creates a border of a width and a color.
        public init(width: Length, color: StraightColor) {
            self.width = width
            self.color = color
        }
    }

    /// A shadow of a layer's shape, as in the CSS property `box-shadow`.
    ///
    /// It is not drawn beneath the layer, or, if it is inside, not outside of it.
    public struct BoxShadow: Hashable, Sendable {
        /// The distance to the right.
        public var x: Length
        /// The distance downwards.
        public var y: Length
        /// The blur radius: twice the standard deviation.
        public var blur: Length
        /// The distance by which the shape grows on all sides before it is blurred.
        public var spread: Length
        /// The color.
        public var color: StraightColor
        /// Whether the shadow falls into the layer, as if it were cut out.
        public var isInside: Bool

        /// Creates a shadow of a color; by default it is neither moved, blurred nor larger.
        public init(
            x: Length = .zero,
            y: Length = .zero,
            blur: Length = .zero,
            spread: Length = .zero,
            color: StraightColor,
            isInside: Bool = false
        ) {
            self.x = x
            self.y = y
            self.blur = blur
            self.spread = spread
            self.color = color
            self.isInside = isInside
        }
    }

    /// A canvas beneath the layers of a scene, in place of an image.
    public struct Canvas: Hashable, Sendable {
        /// The width and the height, in pixels or points.
        public var width, height: Length
        /// The color or gradient of the canvas.
        public var background: Fill
        /// Whether the canvas lies on black, and has no alpha.
        public var isOpaque: Bool

        /// Creates a canvas; by default it is transparent.
        public init(
            width: Length,
            height: Length,
            background: Fill = .color(StraightColor(white: 0, alpha: 0)),
            isOpaque: Bool = false
        ) {
            self.width = width
            self.height = height
            self.background = background
            self.isOpaque = isOpaque
        }

        /// The size in whole pixels, rounded up.
        ///
        /// - Parameter scale: The pixels per point.
        /// - Returns: The size, at least a pixel in each direction.
        package func size(scale: Double) -> PixelSize {
            func side(_ length: Length) -> Int {
                max(1, Int(length.pixels(scale: scale, of: 0).rounded(.up)))
            }
            return PixelSize(width: side(width), height: side(height))
        }

        /// The color of every pixel before the layers are drawn; a gradient is drawn on it.
        package var color: StraightColor {
            let clear = StraightColor(white: 0, alpha: isOpaque ? 1 : 0)
            guard case .color(let color) = background.paint else { return clear }
            return isOpaque ? color.over(clear) : color
        }

        /// The size and the color as a canonical text, by which equal canvases are recognized.
        ///
        /// - Parameter scale: The pixels per point.
        /// - Returns: The text.
        package func key(scale: Double) -> String {
            let size = size(scale: scale)
            return PlanValue.record(
                "canvas",
                [
                    .init("width", .number(Double(size.width))),
                    .init("height", .number(Double(size.height))),
                    .init("color", color.planValue),
                    .init("opaque", .flag(isOpaque)),
                ]
            ).description
        }
    }
}
