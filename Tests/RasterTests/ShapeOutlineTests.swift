// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@Suite struct ShapeOutlineTests {
    private let rectangle = Rectangle(x: 10, y: 20, width: 300, height: 200)

    @Test func `a rectangle has its four corners`() {
        let outline = Shape.rectangle(rectangle, .square).outline
        let corners = [(10, 20), (310, 20), (310, 220), (10, 220)] as [(Double, Double)]
        #expect(outline == corners.map { Point(x: $0.0, y: $0.1) })
    }

    @Test(arguments: [0.5, 3, 40, 900, 20_000] as [Double])
    func `a circle stays within a five-hundredth of a pixel`(radius: Double) {
        let frame = Rectangle(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius)
        for shape in [Shape.ellipse(frame), .rectangle(frame, Corners(radius: radius))] {
            let outline = shape.outline
            for (index, point) in outline.enumerated() {
                let next = outline[(index + 1) % outline.count]
                #expect(abs(distance(point) - radius) < 1e-9 * radius)
                let middle = Point(x: (point.x + next.x) / 2, y: (point.y + next.y) / 2)
                #expect(radius - distance(middle) < 1.0 / 500)
            }
        }
    }

    @Test(arguments: [0.001, 0.5, 3, 40, 900, 20_000, 3e7] as [Double])
    func `points are counted without an outline`(length: Double) {
        let frame = Rectangle(x: -3, y: 7, width: length, height: length * 0.7)
        var shapes: [Shape] = [
            .ellipse(frame), .rectangle(frame, .square), .polygon([]),
            .polygon([Point(x: 1, y: 1), Point(x: 2, y: 1), Point(x: 1, y: 3)]),
            .ellipse(Rectangle(x: 0, y: 0, width: 0, height: length)),
        ]
        for curve in [Corners.Curve.circular, .continuous] {
            for radius in [0.1, 0.25, 0.3, 0.4, 2] {
                shapes.append(.rectangle(frame, Corners(curve: curve, radius: radius * length)))
            }
            let corners = Corners(
                curve: curve,
                topLeft: 0,
                topRight: length / 9,
                bottomRight: length / 5,
                bottomLeft: 1
            )
            shapes.append(.rectangle(frame, corners))
        }
        for shape in shapes { #expect(shape.outlineCount == shape.outline.count, "\(shape)") }
    }

    @Test func `an ellipse touches the edges of its rectangle`() {
        let outline = Shape.ellipse(rectangle).outline
        #expect(outline.map(\.x).min() == 10 && outline.map(\.x).max() == 310)
        #expect(outline.map(\.y).min() == 20 && outline.map(\.y).max() == 220)
    }

    @Test func `each corner has its own radius`() {
        let corners = Corners(topLeft: 0, topRight: 10, bottomRight: 20, bottomLeft: 30)
        let outline = Shape.rectangle(rectangle, corners).outline
        #expect(outline.contains(Point(x: 10, y: 20)))
        for (x, y) in [(300, 20), (310, 30), (310, 200), (290, 220), (40, 220), (10, 190)] {
            let point = Point(x: Double(x), y: Double(y))
            #expect(outline.contains { distance($0, point) < 1e-9 }, "\(x), \(y)")
        }
    }

    @Test func `radii that do not fit are scaled down together`() {
        // 300 and 100 beside each other, where there is room for 200.
        let corners = Corners(topLeft: 300, topRight: 40, bottomRight: 0, bottomLeft: 100)
        let fitted = Corners(topLeft: 150, topRight: 20, bottomRight: 0, bottomLeft: 50)
        let outline = Shape.rectangle(rectangle, corners).outline
        let expected = Shape.rectangle(rectangle, fitted).outline
        #expect(outline.count == expected.count)
        #expect(zip(outline, expected).allSatisfy { distance($0, $1) < 1e-9 })
    }

    @Test func `a continuous corner passes through the known points`() {
        let corners = Corners(curve: .continuous, radius: 50)
        let outline = Shape.rectangle(rectangle, corners).outline
        // From the top left corner, in radii: ends, joints and the middle of the known curve.
        let middle = (0.631494 + 3 * 0.372824 + 3 * 0.169060 + 0.074911) / 8
        let known = [
            (0, 1.528665), (0.065496, 0.669934), (0.074911, 0.631494), (middle, middle),
            (0.631494, 0.074911), (0.669934, 0.065496), (1.528665, 0),
        ]
        for (x, y) in known {
            let point = Point(x: 10 + 50 * x, y: 20 + 50 * y)
            #expect(distance(from: point, to: outline) < 1.0 / 500, "\(x), \(y)")
        }
    }

    @Test func `a continuous corner has no edge where its curves meet`() {
        let corners = Corners(curve: .continuous, radius: 60)
        let outline = Shape.rectangle(rectangle, corners).outline
        // No two neighboring lines turn by more than a few degrees.
        for index in outline.indices {
            let (a, b) = (outline[index], outline[(index + 1) % outline.count])
            let c = outline[(index + 2) % outline.count]
            let (ux, uy, vx, vy) = (b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y)
            let (cross, dot) = (ux * vy - uy * vx, ux * vx + uy * vy)
            #expect(dot > 0 && abs(cross) < 0.15 * dot, "at \(b)")
        }
    }

    @Test func `continuous corners become circular where there is no room`() {
        let frame = Rectangle(x: 0, y: 0, width: 80, height: 80)
        let round = Shape.rectangle(frame, Corners(curve: .continuous, radius: 40)).outline
        #expect(round.allSatisfy { abs(distance($0, Point(x: 40, y: 40)) - 40) < 1e-9 })
        // Half of the room: in between, and up to the middle of the edges.
        let half = Shape.rectangle(frame, Corners(curve: .continuous, radius: 32)).outline
        #expect(half.contains { distance($0, Point(x: 40, y: 0)) < 1e-9 })
    }

    @Test func `what has no inside has no outline`() {
        let flat = Rectangle(x: 3, y: 3, width: 0, height: 9)
        #expect(Shape.rectangle(flat, Corners(radius: 3)).outline.isEmpty)
        #expect(Shape.ellipse(flat).outline.isEmpty)
        #expect(Shape.polygon([Point(x: 0, y: 0), Point(x: 9, y: 9)]).outline.isEmpty)
    }

    private func distance(_ a: Point, _ b: Point = Point(x: 0, y: 0)) -> Double {
        ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }

    /// The distance of a point from the nearest of all lines.
    private func distance(from point: Point, to outline: [Point]) -> Double {
        outline.indices.map { index in
            let (a, b) = (outline[index], outline[(index + 1) % outline.count])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / max(length, 1e-30)
            let t = min(max(share, 0), 1)
            return distance(point, Point(x: a.x + t * dx, y: a.y + t * dy))
        }.min() ?? .infinity
    }
}
