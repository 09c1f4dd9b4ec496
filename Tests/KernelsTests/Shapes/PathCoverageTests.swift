// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster
import TestSupport
import Testing

@Suite struct PathCoverageTests {
    private let bounds = PixelRect(x: 7, y: 5, width: 40, height: 30)

    private func cover(
        _ shapes: [Shape],
        isInverted: Bool = false,
        bounds: PixelRect? = nil
    ) -> [UInt16] {
        let bounds = bounds ?? self.bounds
        var coverage = PathCoverage(shapes, isInverted: isInverted, bounds: bounds)
        var samples: [UInt16] = []
        for _ in 0..<bounds.size.height {
            var row = [UInt16](repeating: 1234, count: bounds.size.width)
            var span = row.mutableSpan
            let columns = coverage.coverNext(into: &span)
            let outside = row.indices.first { !columns.contains($0) && row[$0] > 0 }
            #expect(outside == nil)
            samples += row
        }
        return samples
    }

    /// The share of each pixel for which a predicate holds, at 16 × 16 places.
    private func supersampled(_ isInside: (Double, Double) -> Bool) -> [Double] {
        (0..<bounds.size.pixelCount).map { index in
            let x = Double(bounds.x + index % bounds.size.width)
            let y = Double(bounds.y + index / bounds.size.width)
            var count = 0
            for part in 0..<256 {
                let (u, v) = (Double(part % 16), Double(part / 16))
                if isInside(x + (u + 0.5) / 16, y + (v + 0.5) / 16) { count += 1 }
            }
            return Double(count) / 256
        }
    }

    private func greatestDifference(_ actual: [UInt16], _ expected: [Double]) -> Double {
        zip(actual, expected).map { abs(Double($0) / 65_535 - $1) }.max() ?? .infinity
    }

    @Test(
        arguments: [
            Rectangle(x: 10.25, y: 8.5, width: 20.125, height: 11.75),
            Rectangle(x: 12.3, y: 9.1, width: 0.4, height: 0.2),
            Rectangle(x: 12.9, y: 9.9, width: 0.2, height: 0.2),
            Rectangle(x: -100.7, y: 9.25, width: 120.2, height: 300),
            Rectangle(x: 30.4, y: -50, width: 900, height: 70.6),
        ]
    )
    func `a rectangle covers the product of what it covers of columns and rows`(
        rectangle: Rectangle
    ) {
        let actual = cover([.rectangle(rectangle, .square)])
        func overlap(_ pixel: Int, _ start: Double, _ end: Double) -> Double {
            max(0, min(Double(pixel + 1), end) - max(Double(pixel), start))
        }
        let expected = (0..<bounds.size.pixelCount).map { index in
            overlap(bounds.x + index % bounds.size.width, rectangle.x, rectangle.maxX)
                * overlap(bounds.y + index / bounds.size.width, rectangle.y, rectangle.maxY)
        }
        #expect(greatestDifference(actual, expected) <= 0.5001 / 65_535)
    }

    /// The coverage of one pixel by a polygon in units of it.
    private func pixel(_ points: [(Double, Double)]) -> Double {
        let polygon = Shape.polygon(points.map { Point(x: 20 + $0.0, y: 20 + $0.1) })
        let pixel = PixelRect(x: 20, y: 20, width: 1, height: 1)
        return Double(cover([polygon], bounds: pixel)[0]) / 65_535
    }

    @Test func `parts of a polygon in one pixel are added, or cancel`() {
        let square = [(0.0, 0.0), (0.5, 0), (0.5, 0.5), (0, 0.5)]
        #expect(abs(pixel(square) - 0.25) < 1e-4)
        // Twice around the same square.
        #expect(abs(pixel(square + square) - 0.5) < 1e-4)
        // Both halves of an eight, of which each goes around in another way.
        let eight = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]
        #expect(pixel(eight) < 1e-4)
        // As large as many pixels, it is filled but for the one of the crossing.
        let large = eight.map { ($0.0 * 9 - 4, $0.1 * 9 - 4) }
        #expect(pixel(large) < 1e-4)
        #expect(abs(pixel(large.map { ($0.0 - 2, $0.1) }) - 1) < 1e-4)
    }

    @Test(arguments: [0.3, 1, 7.7, 12] as [Double])
    func `a circle has the area of a circle`(radius: Double) {
        let frame = Rectangle(
            x: 26.4 - radius,
            y: 19.3 - radius,
            width: 2 * radius,
            height: 2 * radius
        )
        for shape in [Shape.ellipse(frame), .rectangle(frame, Corners(radius: radius))] {
            let actual = cover([shape])
            let area = actual.reduce(0) { $0 + Double($1) } / 65_535
            let exact = Double.pi * radius * radius
            // Lines lie inside of the circle by two thirds of their tolerance on average.
            #expect(area <= exact + 0.01 && area > exact - 2 * Double.pi * radius * 0.0014 - 0.01)
            let expected = supersampled { x, y in
                (x - 26.4) * (x - 26.4) + (y - 19.3) * (y - 19.3) < radius * radius
            }
            #expect(greatestDifference(actual, expected) < 0.06)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a triangle covers the area of what each pixel cuts out of it`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let points = (0..<3).map { _ in
            Point(
                x: .random(in: 0...55, using: &generator),
                y: .random(in: 0...40, using: &generator)
            )
        }
        let expected = (0..<bounds.size.pixelCount).map { index in
            let x = Double(bounds.x + index % bounds.size.width)
            let y = Double(bounds.y + index / bounds.size.width)
            return area(points, x: x, y: y)
        }
        #expect(greatestDifference(cover([.polygon(points)]), expected) < 0.5001 / 65_535)
        #expect(cover([.polygon(points.reversed())]) == cover([.polygon(points)]))
    }

    @Test func `a star is filled in its middle`() {
        let points = [(27, 6), (36, 33), (9, 16), (45, 16), (18, 33)].map {
            Point(x: Double($0.0) + 0.2, y: Double($0.1) + 0.4)
        }
        let actual = cover([.polygon(points)])
        let expected = supersampled { x, y in winding(points, x, y) != 0 }
        #expect(actual[(19 - bounds.y) * 40 + 27 - bounds.x] == 65_535)
        // Where lines cross, what overlaps inside of one pixel counts twice.
        let differences = zip(actual, expected).map { abs(Double($0) / 65_535 - $1) }
        #expect(differences.filter { $0 > 0.08 }.count <= 10)
        #expect(differences.allSatisfy { $0 < 0.5 })
    }

    @Test func `shapes that share an edge have no seam`() {
        let actual = cover([
            .rectangle(Rectangle(x: 0, y: 0, width: 20.3, height: 60), .square),
            .rectangle(Rectangle(x: 20.3, y: 0, width: 60, height: 60), .square),
        ])
        #expect(actual.allSatisfy { $0 >= 65_534 })
    }

    @Test func `shapes that overlap cover no more than all`() {
        let one = Shape.ellipse(Rectangle(x: 10, y: 8, width: 20, height: 20))
        let other = Shape.ellipse(Rectangle(x: 18, y: 8, width: 20, height: 20))
        let sum = zip(cover([one]), cover([other])).map { min(65_535, UInt32($0) + UInt32($1)) }
        #expect(cover([one, other]).map(UInt32.init) == sum)
    }

    @Test func `the inverse is what is missing`() {
        let shapes = [
            Shape.ellipse(Rectangle(x: 10.2, y: 8.7, width: 20, height: 14)),
            .rectangle(Rectangle(x: 30, y: 10, width: 7, height: 30), Corners(radius: 3)),
        ]
        #expect(cover(shapes, isInverted: true) == cover(shapes).map { 65_535 - $0 })
        #expect(cover([], isInverted: true).allSatisfy { $0 == 65_535 })
    }

    @Test(
        arguments: [
            Shape.rectangle(Rectangle(x: -20, y: 0, width: 27, height: 90), .square),
            .rectangle(Rectangle(x: 47, y: 0, width: 27, height: 90), .square),
            .ellipse(Rectangle(x: 0, y: -90, width: 90, height: 95)),
            .ellipse(Rectangle(x: 10, y: 35, width: 9, height: 9)),
            .rectangle(Rectangle(x: 12, y: 12, width: 0, height: 9), .square),
            .rectangle(Rectangle(x: 12, y: 12, width: -5, height: 9), .square),
            .polygon([Point(x: 9, y: 9), Point(x: 19, y: 19), Point(x: 29, y: 29)]),
            .polygon([Point(x: 9, y: 9), Point(x: 19, y: 9), Point(x: 29, y: 9)]),
            .polygon([Point(x: 9, y: 9), Point(x: 19, y: 19)]),
            .polygon([]),
        ]
    )
    func `covers nothing where there is nothing`(shape: Shape) {
        #expect(cover([shape]).allSatisfy { $0 == 0 })
    }

    @Test func `covers all inside of something very large`() {
        let far = 1e7
        let shapes = [
            Shape.ellipse(Rectangle(x: -far, y: -far, width: 2 * far, height: 2 * far)),
            .polygon([Point(x: -far, y: -far), Point(x: far, y: -far), Point(x: 0, y: far)]),
        ]
        for shape in shapes { #expect(cover([shape]).allSatisfy { $0 == 65_535 }) }
    }

    @Test func `what lies beyond an edge changes nothing inside`() {
        let shape = Shape.ellipse(Rectangle(x: -3.3, y: 1.2, width: 90, height: 50))
        let wide = PixelRect(x: -20, y: -10, width: 140, height: 90)
        let all = cover([shape], bounds: wide)
        let expected = (0..<bounds.size.pixelCount).map { index in
            let x = bounds.x - wide.x + index % bounds.size.width
            let y = bounds.y - wide.y + index / bounds.size.width
            return Int(all[y * wide.size.width + x])
        }
        let actual = cover([shape]).map(Int.init)
        #expect(zip(actual, expected).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test func `a continuous corner covers less of its end and more of its middle`() {
        let frame = Rectangle(x: 7, y: 5, width: 400, height: 400)
        let circular = cover([.rectangle(frame, Corners(radius: 20))])
        let continuous = cover([.rectangle(frame, Corners(curve: .continuous, radius: 20))])
        // 25 pixels along the top edge the circle has ended, and the other curve has not.
        #expect(circular[25] == 65_535 && continuous[25] < 65_000)
        #expect(greatestDifference(continuous, circular.map { Double($0) / 65_535 }) < 0.3)
        #expect(circular != continuous)
    }

    /// The area of a convex polygon inside of one pixel.
    ///
    /// Reference: I. E. Sutherland, G. W. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974.
    private func area(_ points: [Point], x: Double, y: Double) -> Double {
        var points = points
        for isInside in [
            { $0.x - x }, { x + 1 - $0.x }, { $0.y - y }, { y + 1 - $0.y },
        ] as [(Point) -> Double] {
            var cut: [Point] = []
            for (index, point) in points.enumerated() {
                let next = points[(index + 1) % points.count]
                let (here, there) = (isInside(point), isInside(next))
                if here >= 0 { cut.append(point) }
                if (here >= 0) != (there >= 0) {
                    let share = here / (here - there)
                    cut.append(
                        Point(
                            x: point.x + share * (next.x - point.x),
                            y: point.y + share * (next.y - point.y)
                        )
                    )
                }
            }
            points = cut
        }
        let doubled = points.indices.reduce(0.0) { sum, index in
            let next = points[(index + 1) % points.count]
            return sum + points[index].x * next.y - next.x * points[index].y
        }
        return abs(doubled) / 2
    }

    /// The winding number of a polygon around a position.
    private func winding(_ points: [Point], _ x: Double, _ y: Double) -> Int {
        points.indices.reduce(0) { count, index in
            let (a, b) = (points[index], points[(index + 1) % points.count])
            guard (a.y <= y) != (b.y <= y) else { return count }
            let crossing = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
            return crossing > x ? count + (a.y < b.y ? 1 : -1) : count
        }
    }
}
