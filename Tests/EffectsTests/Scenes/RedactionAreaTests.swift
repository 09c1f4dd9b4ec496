// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Raster
import Testing

@Suite struct RedactionAreaTests {
    /// A shape, and whether it has a point, found out in another way than by the program.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let shape: Scene.Shape
        let contains: @Sendable (Double, Double) -> Bool
    }

    private static let size = PixelSize(width: 300, height: 200)

    private static func length(_ pixels: Double) -> Length { Length(pixels) ?? .zero }

    private static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double)
        -> Example
    {
        let frame = Scene.Frame(
            x: length(x),
            y: length(y),
            width: length(width),
            height: length(height)
        )
        return Example(testDescription: "ellipse", shape: .ellipse(frame)) {
            hypot(($0 - x - width / 2) / width * 2, ($1 - y - height / 2) / height * 2) < 1
        }
    }

    private static func polygon(_ name: String, _ points: [(Double, Double)]) -> Example {
        let shape = Scene.Shape.polygon(
            points.map { Scene.Position(x: length($0.0), y: length($0.1)) }
        )
        let sides = Array(zip(points, points.dropFirst() + points.prefix(1)))
        return Example(testDescription: name, shape: shape) { x, y in
            // The sum of the angles under which the sides are seen.
            var sum = 0.0
            for (a, b) in sides {
                let (ax, ay, bx, by) = (a.0 - x, a.1 - y, b.0 - x, b.1 - y)
                sum += atan2(ax * by - ay * bx, ax * bx + ay * by)
            }
            return abs(sum) > 1
        }
    }

    static let examples = [
        ellipse(20.3, 10.7, 211.1, 150.9), ellipse(-40, 60.5, 90, 90), ellipse(100, 3, 7, 190),
        polygon("triangle", [(10.5, 180.2), (150.1, 12.9), (280.7, 120)]),
        polygon("star", [(150, 10), (200, 180), (40, 70), (260, 70), (100, 180)]),
        polygon(
            "bracket",
            [
                (20, 20), (280, 20), (280, 60), (61, 60), (61, 140), (280, 140), (280, 180),
                (20, 180),
            ]
        ),
    ]

    private static func pane(_ shape: Scene.Shape, isInverted: Bool = false) throws -> Pane {
        let redaction = Redaction(regions: [shape], isInverted: isInverted)
        let plan = try redaction.plan(size: size, scale: 1)
        guard case .panes(let panes) = try #require(plan.steps.first) else {
            throw CancellationError()
        }
        #expect(panes.count == 1)
        return panes[0]
    }

    /// For each example, the number of points of each pixel that are in the shape, of 25; row by row.
    private static let counts = examples.map { example in
        let steps = [0.01, 0.25, 0.5, 0.75, 0.99]
        return (0..<size.pixelCount).map { index in
            let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
            return steps.reduce(0) { sum, dy in
                sum + steps.count { example.contains(Double(x) + $0, Double(y) + dy) }
            }
        }
    }

    @Test(arguments: examples.indices)
    func `hides every pixel that a shape touches, and little more`(index: Int) throws {
        let pane = try Self.pane(Self.examples[index].shape)
        let counts = Self.counts[index]
        var (touched, hidden) = (0, 0)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let isTouched = counts[y * Self.size.width + x] > 0
                let isHidden = pane.hides(x, y)
                #expect(!isTouched || isHidden, "\(x), \(y) shows")
                touched += isTouched ? 1 : 0
                hidden += isHidden ? 1 : 0
            }
        }
        #expect(touched > 0)
        // Cells of which few pixels would be hidden are hidden completely.
        #expect(Double(hidden) < 1.3 * Double(touched))
    }

    @Test(arguments: examples.indices)
    func `keeps only pixels that lie inside of a shape as a whole`(index: Int) throws {
        let pane = try Self.pane(Self.examples[index].shape, isInverted: true)
        let counts = Self.counts[index]
        var (whole, kept) = (0, 0)
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let isWhole = counts[y * Self.size.width + x] == 25
                let isKept = !pane.hides(x, y)
                #expect(isWhole || !isKept, "\(x), \(y) shows")
                whole += isWhole ? 1 : 0
                kept += isKept ? 1 : 0
            }
        }
        #expect(Double(kept) > 0.6 * Double(whole))
    }

    @Test(arguments: examples)
    func `hides no few pixels of a cell`(example: Example) throws {
        for isInverted in [false, true] {
            let pane = try Self.pane(example.shape, isInverted: isInverted)
            guard case .pixelate(let side) = pane.filters.first else {
                Issue.record("no mosaic")
                return
            }
            var hidden: [[Int]: Int] = [:]
            for y in pane.bounds.rows {
                for x in pane.bounds.columns where pane.hides(x, y) {
                    let cell = [(x - pane.bounds.x) / side, (y - pane.bounds.y) / side]
                    hidden[cell, default: 0] += 1
                }
            }
            #expect(hidden.values.allSatisfy { $0 >= 16 }, "\(hidden)")
        }
    }

    @Test
    func `hides a small shape as the square around it`() throws {
        let example = Self.ellipse(50.5, 60.5, 2, 2)
        #expect(try Self.pane(example.shape).bounds.size == PixelSize(width: 4, height: 4))
    }

    @Test
    func `bounds the number of rectangles of many shapes`() throws {
        let shapes = (0..<64).map { Self.ellipse(Double($0) * 4, 0, 80, 190).shape }
        for isInverted in [false, true] {
            let redaction = Redaction(regions: shapes, isInverted: isInverted)
            let plan = try redaction.plan(size: Self.size, scale: 1)
            guard case .panes(let panes) = try #require(plan.steps.first) else { return }
            #expect(panes.reduce(0) { $0 + $1.coverage.shapes.count } < 1000)
        }
    }
}
