// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

extension CSSGradient {
    /// The geometry of a gradient: along a line, outwards from a point, or around a point.
    enum Shape: Hashable, Sendable {
        /// A linear gradient at an angle in degrees, clockwise from upwards.
        case angle(Double)
        /// A linear gradient towards a side or a corner: −1 for left or top, 1 for right or bottom,
        /// 0 for neither.
        case side(x: Double, y: Double)
        /// A radial gradient around a point, out to a circle or an ellipse.
        case radial(Ending, at: PicturePosition)
        /// A conic gradient around a point, clockwise from an angle in degrees.
        case conic(from: Double, at: PicturePosition)
    }

    /// The circle or ellipse at which a radial gradient reaches 100%.
    enum Ending: Hashable, Sendable {
        /// A circle or an ellipse that meets the closest or the farthest side or corner.
        case through(isCircle: Bool, isCorner: Bool, isFarthest: Bool)
        /// A circle with a radius.
        case circle(radius: CSSMeasure)
        /// An ellipse with a horizontal and a vertical radius.
        case ellipse(CSSMeasure, CSSMeasure)
    }
}

extension CSSGradient.Shape {
    /// Whether a length of the shape is in points (`pt`), so that it depends on the pixels per
    /// point.
    var hasPoints: Bool {
        switch self {
        case .angle, .side: false
        case .conic(_, let position): position.hasPoints
        case .radial(let ending, let position): position.hasPoints || ending.hasPoints
        }
    }

    /// The gradient's geometry on an area, and the pixels or degrees that 100% stands for; nil for
    /// an empty ellipse.
    func line(on size: PixelSize, scale: Double) -> (line: Gradient.Line, length: Double)? {
        let (w, h) = (Double(size.width), Double(size.height))
        switch self {
        case .angle(let degrees): return Self.straight(Self.way(degrees), w, h)
        case .side(let x, let y):
            // A gradient to a corner has its middle color at the two neighboring corners.
            let length = x == 0 || y == 0 ? 1 : hypot(w, h)
            let way =
                x == 0 || y == 0
                ? Point(x: x, y: y) : Point(x: x * h / length, y: y * w / length)
            return Self.straight(way, w, h)
        case .radial(let ending, let position):
            let center = position.point(on: size, scale: scale)
            let radii = ending.radii(around: center, on: size, scale: scale)
            guard min(radii.x, radii.y) > Self.leastRadius else { return nil }
            return (.radial(center: center, stretch: radii.x / radii.y), radii.x)
        case .conic(let start, let position):
            return (.conic(center: position.point(on: size, scale: scale), from: start), 360)
        }
    }

    /// The radius in pixels below which an ellipse counts as empty.
    private static let leastRadius = 1e-5

    private static func straight(
        _ way: Point,
        _ w: Double,
        _ h: Double
    ) -> (line: Gradient.Line, length: Double) {
        let length = abs(w * way.x) + abs(h * way.y)
        let start = length / 2 - way.x * w / 2 - way.y * h / 2
        return (.straight(start: start, step: way), length)
    }

    /// The unit vector of a direction in degrees, clockwise from upwards.
    private static func way(_ degrees: Double) -> Point {
        // Multiples of 90° exactly: their sines would have rounding errors.
        switch degrees.truncatingRemainder(dividingBy: 360) {
        case 0: return Point(x: 0, y: -1)
        case 90, -270: return Point(x: 1, y: 0)
        case 180, -180: return Point(x: 0, y: 1)
        case 270, -90: return Point(x: -1, y: 0)
        // Any other angle
        default:
            let angle = degrees * .pi / 180
            return Point(x: sin(angle), y: -cos(angle))
        }
    }
}

extension CSSGradient.Ending {
    /// Whether a radius is in points (`pt`), so that it depends on the pixels per point.
    fileprivate var hasPoints: Bool {
        switch self {
        case .through: false
        case .circle(let radius): radius.hasPoints
        case .ellipse(let x, let y): x.hasPoints || y.hasPoints
        }
    }

    /// The horizontal and the vertical radius in pixels; a math function may make them negative.
    ///
    /// Reference: CSS Images Module Level 3, sections 3.2.2 and 3.2.3.
    fileprivate func radii(around center: Point, on size: PixelSize, scale: Double) -> Point {
        let (w, h) = (Double(size.width), Double(size.height))
        switch self {
        case .circle(let radius):
            let length = radius.value(of: 0, scale: scale)
            return Point(x: length, y: length)
        case .ellipse(let x, let y):
            return Point(x: x.value(of: w, scale: scale), y: y.value(of: h, scale: scale))
        case .through(let isCircle, let isCorner, let isFarthest):
            func chosen(_ one: Double, _ other: Double) -> Double {
                isFarthest ? max(one, other) : min(one, other)
            }
            let x = chosen(abs(center.x), abs(w - center.x))
            let y = chosen(abs(center.y), abs(h - center.y))
            switch (isCircle, isCorner) {
            case (true, true): return Point(x: hypot(x, y), y: hypot(x, y))
            case (true, false): return Point(x: chosen(x, y), y: chosen(x, y))
            case (false, false): return Point(x: x, y: y)
            case (false, true):
                // The ellipse through the corner has the proportions of the one through the sides.
                return Point(x: x * 2.0.squareRoot(), y: y * 2.0.squareRoot())
            }
        }
    }
}

extension PicturePosition {
    /// The position's point on an area, in pixels.
    fileprivate func point(on size: PixelSize, scale: Double) -> Point {
        Point(
            x: x.place(in: Double(size.width), scale: scale),
            y: y.place(in: Double(size.height), scale: scale)
        )
    }
}
