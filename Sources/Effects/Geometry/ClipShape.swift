// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The outline along which a result is cut out: one of the basic shapes of CSS.
///
/// Pixels outside become transparent; pixels on the edge are antialiased by their exact area,
/// except where edges of a polygon cross.
/// The shape refers to the result after all other steps. Percentages are of its width or height.
///
/// Reference: CSS Shapes Module Level 1, section 3.1.
package enum ClipShape: Hashable, Sendable {
    /// A radius of a circle or an ellipse.
    package enum Radius: Hashable, Sendable {
        /// A length; percentages of a circle are of √(*width*² + *height*²) / √2.
        case length(Length)
        /// The distance from the center to the nearest edge of the image.
        case closestSide
        /// The distance from the center to the farthest edge of the image.
        case farthestSide
    }

    /// A rectangle inside the image by its distances from the edges, with round corners.
    ///
    /// Unlike in CSS, percentages of radii are of the shorter side of the rectangle.
    case inset(top: Length, right: Length, bottom: Length, left: Length, Scene.Corners)
    /// A circle by its radius and its center.
    case circle(Radius, at: Scene.Position)
    /// An ellipse by its radii across and down, and its center.
    case ellipse(Radius, Radius, at: Scene.Position)
    /// A closed polygon; overlapping parts are filled (nonzero winding rule).
    case polygon([Scene.Position])

    /// The whole image with round corners.
    package static func rounded(_ corners: Scene.Corners) -> ClipShape {
        .inset(top: .zero, right: .zero, bottom: .zero, left: .zero, corners)
    }

    /// Whether the shape contains the whole image, whatever its size.
    package var isIdentity: Bool {
        guard case .inset(let top, let right, let bottom, let left, let corners) = self else {
            return false
        }
        return ([top, right, bottom, left] + corners.radii).allSatisfy { $0.amount == 0 }
    }

    /// Whether any length is in points.
    package var hasPoints: Bool {
        lengths.contains { $0.unit == .points && $0.amount != 0 }
    }

    /// Returns the shape with pixels in place of points.
    ///
    /// - Parameter scale: The pixels per point.
    /// - Returns: The same shape, in pixels and percent; nil if a length is outside of ``Length/range``.
    package func inPixels(scale: Double) -> ClipShape? {
        let fits = lengths.allSatisfy {
            $0.unit != .points || Length.range.contains($0.amount * scale)
        }
        guard fits else { return nil }
        func pixels(_ length: Length) -> Length {
            length.unit == .points ? Length(length.pixels(scale: scale, of: 0)) ?? length : length
        }
        func pixels(_ radius: Radius) -> Radius {
            guard case .length(let length) = radius else { return radius }
            return .length(pixels(length))
        }
        func pixels(_ position: Scene.Position) -> Scene.Position {
            Scene.Position(x: pixels(position.x), y: pixels(position.y))
        }
        switch self {
        case .inset(let top, let right, let bottom, let left, let corners):
            // The curve of square corners has no effect, so equal shapes must not differ in it.
            let isSquare = corners.radii.allSatisfy { $0.amount == 0 }
            return .inset(
                top: pixels(top),
                right: pixels(right),
                bottom: pixels(bottom),
                left: pixels(left),
                isSquare
                    ? .square
                    : Scene.Corners(
                        curve: corners.curve,
                        topLeft: pixels(corners.topLeft),
                        topRight: pixels(corners.topRight),
                        bottomRight: pixels(corners.bottomRight),
                        bottomLeft: pixels(corners.bottomLeft)
                    )
            )
        case .circle(let radius, let center): return .circle(pixels(radius), at: pixels(center))
        case .ellipse(let across, let down, let center):
            return .ellipse(pixels(across), pixels(down), at: pixels(center))
        case .polygon(let positions): return .polygon(positions.map { pixels($0) })
        }
    }

    /// The shape on an image, in pixels; nil if it is empty.
    ///
    /// The shape has no lengths in points.
    package func shape(on size: PixelSize) -> Shape? {
        let (width, height) = (Double(size.width), Double(size.height))
        func point(_ position: Scene.Position) -> Point {
            Point(
                x: position.x.pixels(scale: 1, of: width),
                y: position.y.pixels(scale: 1, of: height)
            )
        }
        switch self {
        case .inset(let top, let right, let bottom, let left, let corners):
            let (x, y) = (left.pixels(scale: 1, of: width), top.pixels(scale: 1, of: height))
            let frame = Rectangle(
                x: x,
                y: y,
                width: width - x - right.pixels(scale: 1, of: width),
                height: height - y - bottom.pixels(scale: 1, of: height)
            )
            return frame.isEmpty ? nil : .rectangle(frame, corners.pixels(in: frame))
        case .circle(let radius, let center):
            let middle = point(center)
            let sides = middle.distances(in: width) + middle.distances(down: height)
            let whole = ((width * width + height * height) / 2).squareRoot()
            let length = radius.pixels(of: whole, sides)
            return Shape.round(middle, length, length)
        case .ellipse(let across, let down, let center):
            let middle = point(center)
            return Shape.round(
                middle,
                across.pixels(of: width, middle.distances(in: width)),
                down.pixels(of: height, middle.distances(down: height))
            )
        case .polygon(let positions):
            let polygon = Shape.polygon(positions.map(point))
            return polygon.bounds.isEmpty ? nil : polygon
        }
    }

    private var lengths: [Length] {
        func lengths(_ radius: Radius) -> [Length] {
            if case .length(let length) = radius { [length] } else { [] }
        }
        return switch self {
        case .inset(let top, let right, let bottom, let left, let corners):
            [top, right, bottom, left] + corners.radii
        case .circle(let radius, let center): lengths(radius) + [center.x, center.y]
        case .ellipse(let across, let down, let center):
            lengths(across) + lengths(down) + [center.x, center.y]
        case .polygon(let positions): positions.flatMap { [$0.x, $0.y] }
        }
    }

    /// The shape as a canonical value, for cache keys.
    var value: PlanValue {
        switch self {
        case .inset(let top, let right, let bottom, let left, let corners):
            .record(
                "inset",
                [
                    .init("top", top.clipValue), .init("right", right.clipValue),
                    .init("bottom", bottom.clipValue), .init("left", left.clipValue),
                    .init("curve", .text(corners.curve.rawValue)),
                    .init("radii", .list(corners.radii.map(\.clipValue))),
                ]
            )
        case .circle(let radius, let center):
            .record("circle", [.init("radius", radius.value), .init("at", center.clipValue)])
        case .ellipse(let across, let down, let center):
            .record(
                "ellipse",
                [
                    .init("across", across.value), .init("down", down.value),
                    .init("at", center.clipValue),
                ]
            )
        case .polygon(let positions):
            .record("polygon", [.init("points", .list(positions.map(\.clipValue)))])
        }
    }
}

extension ClipShape.Radius {
    /// The radius in pixels, from the length that percentages refer to and the distances to sides.
    fileprivate func pixels(of whole: Double, _ sides: [Double]) -> Double {
        switch self {
        case .length(let length): length.pixels(scale: 1, of: whole)
        case .closestSide: sides.min() ?? 0
        case .farthestSide: sides.max() ?? 0
        }
    }

    fileprivate var value: PlanValue {
        switch self {
        case .length(let length): length.clipValue
        case .closestSide: .text("closest-side")
        case .farthestSide: .text("farthest-side")
        }
    }
}

extension Scene.Corners {
    /// The radii of the four corners, clockwise from the top left one.
    fileprivate var radii: [Length] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// The corners of a rectangle in pixels.
    fileprivate func pixels(in frame: Rectangle) -> Corners {
        let side = min(frame.width, frame.height)
        let radii = radii.map { $0.pixels(scale: 1, of: side) }
        guard radii.contains(where: { $0 > 0 }) else { return .square }
        return Corners(
            curve: curve,
            topLeft: radii[0],
            topRight: radii[1],
            bottomRight: radii[2],
            bottomLeft: radii[3]
        )
    }
}

extension Scene.Position {
    fileprivate var clipValue: PlanValue { .list([x.clipValue, y.clipValue]) }
}

extension Length {
    fileprivate var clipValue: PlanValue {
        .record("length", [.init("amount", .number(amount)), .init("unit", .text(unit.rawValue))])
    }
}

extension Point {
    /// The distances from the left and the right edge of an image.
    fileprivate func distances(in width: Double) -> [Double] { [abs(x), abs(width - x)] }

    /// The distances from the top and the bottom edge of an image.
    fileprivate func distances(down height: Double) -> [Double] { [abs(y), abs(height - y)] }
}

extension Rectangle {
    fileprivate var isEmpty: Bool { !(width > 0 && height > 0) }
}

extension Shape {
    /// An ellipse by its center and its radii; nil if it is empty.
    fileprivate static func round(_ center: Point, _ across: Double, _ down: Double) -> Shape? {
        let frame = Rectangle(
            x: center.x - across,
            y: center.y - down,
            width: 2 * across,
            height: 2 * down
        )
        return frame.isEmpty ? nil : .ellipse(frame)
    }
}
