// SPDX-License-Identifier: Apache-2.0

extension Shape {
    /// The outline as straight lines from point to point and back to the first.
    ///
    /// Curves become so many lines that none strays from its curve by more than a five-hundredth of a
    /// pixel, as long as the curve is no larger than a million pixels. Shapes without an inside have
    /// no points.
    ///
    /// The way around a rectangle or an ellipse is clockwise.
    package var outline: [Point] {
        switch self {
        case .rectangle(let rectangle, let corners):
            rectangle.isEmpty ? [] : corners.outline(of: rectangle)
        case .ellipse(let rectangle):
            rectangle.isEmpty ? [] : rectangle.ellipseOutline
        case .polygon(let points):
            points.count < 3 ? [] : points
        }
    }

    /// The number of points in ``outline``, computed without making them.
    package var outlineCount: Int {
        switch self {
        case .rectangle(let rectangle, let corners):
            rectangle.isEmpty ? 0 : corners.outlineCount(of: rectangle)
        case .ellipse(let rectangle):
            // The last point of each quarter is the first of the next.
            rectangle.isEmpty
                ? 0 : 4 * (Arc.count(radius: max(rectangle.width, rectangle.height) / 2) - 1)
        case .polygon(let points):
            points.count < 3 ? 0 : points.count
        }
    }
}

extension Rectangle {
    /// Whether the rectangle has no area.
    fileprivate var isEmpty: Bool { !(width > 0 && height > 0) }

    /// The outline of the inscribed ellipse, clockwise from its leftmost point.
    fileprivate var ellipseOutline: [Point] {
        let (a, b) = (width / 2, height / 2)
        let quarter = Arc.quarter(radius: max(a, b))
        let (centerX, centerY) = (x + a, y + b)
        func points(_ signX: Double, _ signY: Double, _ isTransposed: Bool) -> [Point] {
            quarter.dropLast().map { arc in
                let (u, v) = isTransposed ? (arc.y, arc.x) : (arc.x, arc.y)
                return Point(x: centerX + signX * u * a, y: centerY + signY * v * b)
            }
        }
        return points(-1, -1, false) + points(1, -1, true) + points(1, 1, false)
            + points(-1, 1, true)
    }
}

/// Points on circular arcs.
private enum Arc {
    /// The greatest distance between an arc and the line that approximates it, in pixels.
    static let tolerance = 0.002

    /// The greatest number of lines for an eighth of a circle.
    static let greatestCount = 16_384.0

    /// Points of the quarter of the unit circle from (1, 0) to (0, 1), on the circle exactly.
    ///
    /// With t from 0 to the tangent of an eighth of a right angle, the first half is
    /// ((1 − t²) / (1 + t²), 2 t / (1 + t²)), and the second is the first one mirrored. Between two
    /// points lies an angle α of 2 steps of t at most, and the circle rises α² / 8 radii above it.
    ///
    /// - Parameter radius: The radius at which the circle will be drawn, in pixels.
    /// - Returns: As many points as ``count(radius:)`` says.
    static func quarter(radius: Double) -> [Point] {
        let steps = steps(radius: radius)
        let first = (0...steps).map { index in
            let t = half * Double(index) / Double(steps)
            let scale = 1 / (1 + t * t)
            return Point(x: (1 - t * t) * scale, y: 2 * t * scale)
        }
        return first + first.dropLast().reversed().map { Point(x: $0.y, y: $0.x) }
    }

    /// The number of points for a quarter of a circle, always odd.
    static func count(radius: Double) -> Int { 2 * steps(radius: radius) + 1 }

    /// The tangent of 22.5°, half of an eighth of a circle.
    private static let half = 2.0.squareRoot() - 1

    /// The number of lines for an eighth of a circle.
    private static func steps(radius: Double) -> Int {
        let steps = min(half * (radius / (2 * tolerance)).squareRoot(), greatestCount)
        return Int(max(1, steps.rounded(.up)))
    }
}

extension Corners {
    /// The length of a continuous corner along one edge, in multiples of its radius.
    private static let reach = 1.528665

    /// The outline of a rectangle with these corners, clockwise from the left end of the top.
    fileprivate func outline(of rectangle: Rectangle) -> [Point] {
        let fitted = fitted(in: rectangle)
        let (left, top) = (rectangle.x, rectangle.y)
        let (right, bottom) = (rectangle.maxX, rectangle.maxY)
        let smoothness = curve == .continuous ? fitted.smoothness(in: rectangle) : 0
        // Each corner, the direction of the outline towards it, and the direction away from it.
        let turns: [(Point, incoming: Point, outgoing: Point, radius: Double)] = [
            (Point(x: left, y: top), Point(x: 0, y: -1), Point(x: 1, y: 0), fitted.topLeft),
            (Point(x: right, y: top), Point(x: 1, y: 0), Point(x: 0, y: 1), fitted.topRight),
            (Point(x: right, y: bottom), Point(x: 0, y: 1), Point(x: -1, y: 0), fitted.bottomRight),
            (Point(x: left, y: bottom), Point(x: -1, y: 0), Point(x: 0, y: -1), fitted.bottomLeft),
        ]
        return turns.flatMap { corner, incoming, outgoing, radius in
            Self.corner(radius: radius, smoothness: smoothness).map { point in
                Point(
                    x: corner.x - point.x * incoming.x + point.y * outgoing.x,
                    y: corner.y - point.x * incoming.y + point.y * outgoing.y
                )
            }
        }
    }

    /// The number of points in the outline of a rectangle with these corners.
    fileprivate func outlineCount(of rectangle: Rectangle) -> Int {
        let fitted = fitted(in: rectangle)
        let smoothness = curve == .continuous ? fitted.smoothness(in: rectangle) : 0
        let radii = [fitted.topLeft, fitted.topRight, fitted.bottomRight, fitted.bottomLeft]
        return radii.reduce(0) { $0 + Self.cornerCount(radius: $1, smoothness: smoothness) }
    }

    /// The same corners, scaled down together until neighboring ones fit on their edge.
    ///
    /// Reference: CSS Backgrounds and Borders Level 3, section 4.5, overlapping curves.
    package func fitted(in rectangle: Rectangle) -> Corners {
        var fitted = self
        fitted.topLeft = max(0, topLeft)
        fitted.topRight = max(0, topRight)
        fitted.bottomRight = max(0, bottomRight)
        fitted.bottomLeft = max(0, bottomLeft)
        let scale = min(1, fitted.room(in: rectangle))
        fitted.topLeft *= scale
        fitted.topRight *= scale
        fitted.bottomRight *= scale
        fitted.bottomLeft *= scale
        return fitted
    }

    /// The greatest factor for all radii with which the two corners of every edge fit on it.
    private func room(in rectangle: Rectangle) -> Double {
        func room(_ length: Double, _ sum: Double) -> Double {
            sum > 0 ? length / sum : .infinity
        }
        return min(
            min(
                room(rectangle.width, topLeft + topRight),
                room(rectangle.width, bottomLeft + bottomRight)
            ),
            min(
                room(rectangle.height, topLeft + bottomLeft),
                room(rectangle.height, topRight + bottomRight)
            )
        )
    }

    /// The blend between circular corners (0) and continuous corners (1) that the edges have room
    /// for.
    private func smoothness(in rectangle: Rectangle) -> Double {
        min(max((room(in: rectangle) - 1) / (Self.reach - 1), 0), 1)
    }

    /// The points of a rounded corner, as distances from the square corner along its two edges.
    private static func corner(radius: Double, smoothness: Double) -> [Point] {
        if radius == 0 { return [Point(x: 0, y: 0)] }
        let quarter = Arc.quarter(radius: bend(radius: radius, smoothness: smoothness))
        let circular = quarter.map {
            Point(x: radius * (1 - $0.y), y: radius * (1 - $0.x))
        }
        if smoothness == 0 { return circular }
        let last = circular.count - 1
        return circular.enumerated().map { index, point in
            var smooth = continuous(min(index, last - index), of: last / 2)
            // The second half is the first one mirrored.
            if index > last / 2 { smooth = Point(x: smooth.y, y: smooth.x) }
            return Point(
                x: point.x + smoothness * (radius * smooth.x - point.x),
                y: point.y + smoothness * (radius * smooth.y - point.y)
            )
        }
    }

    /// The number of points in the outline of a rounded corner.
    private static func cornerCount(radius: Double, smoothness: Double) -> Int {
        radius == 0 ? 1 : Arc.count(radius: bend(radius: radius, smoothness: smoothness))
    }

    /// The radius of a circle that needs as many lines as the corner.
    ///
    /// The curvature of a continuous corner is up to five times the curvature of a circular one.
    private static func bend(radius: Double, smoothness: Double) -> Double {
        smoothness == 0 ? radius : max(5 * radius, 1)
    }

    /// A point of the first half of the continuous corner of radius 1: a cubic curve, a short line,
    /// and the first half of another cubic curve.
    ///
    /// - Parameters:
    ///   - index: The index of the point, 0 being the first.
    ///   - count: The number of steps from the first to the last; at least 4.
    /// - Returns: Its distances from the corner.
    private static func continuous(_ index: Int, of count: Int) -> Point {
        let first = count / 2
        if index <= first {
            return cubic(
                Double(index) / Double(first),
                Point(x: reach, y: 0),
                Point(x: 1.088493, y: 0),
                Point(x: 0.868407, y: 0),
                Point(x: 0.669934, y: 0.065496)
            )
        }
        return cubic(
            0.5 * Double(index - first - 1) / Double(count - first - 1),
            Point(x: 0.631494, y: 0.074911),
            Point(x: 0.372824, y: 0.169060),
            Point(x: 0.169060, y: 0.372824),
            Point(x: 0.074911, y: 0.631494)
        )
    }

    /// Evaluates a cubic Bézier curve with four control points at a parameter from 0 to 1.
    private static func cubic(_ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point
    {
        let s = 1 - t
        let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return Point(
            x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
            y: wa * a.y + wb * b.y + wc * c.y + wd * d.y
        )
    }
}
