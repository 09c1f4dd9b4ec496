// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite struct RedactionTests {
    private static let size = PixelSize(width: 400, height: 200)

    private static func frame(_ x: String, _ y: String, _ width: String, _ height: String) throws
        -> Scene.Shape
    {
        let frame = Scene.Frame(
            x: try #require(Length(parsing: x)),
            y: try #require(Length(parsing: y)),
            width: try #require(Length(parsing: width)),
            height: try #require(Length(parsing: height))
        )
        return .rectangle(frame, .square)
    }

    private static func panes(_ redaction: Redaction) throws(Redaction.Refusal) -> [Pane] {
        let plan = try redaction.plan(size: size, scale: 1)
        guard plan.steps.count == 1, case .panes(let panes) = plan.steps[0] else { return [] }
        return panes
    }

    @Test(
        arguments: [
            ("80", "10", 10), ("81", "10", 11), ("10", "80", 10), ("4", "4", 4), ("400", "200", 50),
            // Cells of 4 would leave single pixels, or two by two, at the edges.
            ("5", "4", 5), ("9", "9", 5), ("10", "10", 5), ("33", "33", 7),
        ]
    )
    func `leaves few cells`(width: String, height: String, cell: Int) throws {
        let panes = try Self.panes(.init(regions: [Self.frame("0", "0", width, height)]))
        #expect(panes.count == 1)
        #expect(panes[0].filters.first == .pixelate(cell))
        #expect(panes[0].filters.contains(.blur(try GaussianBlur(sigma: Float(cell)))))
        #expect(panes[0].alpha == 1 && panes[0].blend == .normal)
    }

    @Test func `takes every pixel that a region touches as a whole`() throws {
        let panes = try Self.panes(.init(regions: [Self.frame("10.9", "20.1", "30.2", "5")]))
        #expect(panes[0].bounds == PixelRect(x: 10, y: 20, width: 32, height: 6))
        let rectangle = Rectangle(x: 10, y: 20, width: 32, height: 6)
        #expect(panes[0].coverage == PaneCoverage(shapes: [.rectangle(rectangle, .square)]))
    }

    @Test(
        arguments: [
            ("0", "0", 0, 0), ("200", "100", 200, 100), ("399", "199", 396, 196),
            ("399", "0", 396, 0),
        ]
    )
    func `takes what is beside a region of few pixels`(x: String, y: String, left: Int, top: Int)
        throws
    {
        let panes = try Self.panes(.init(regions: [Self.frame(x, y, "1", "1")]))
        #expect(panes.count == 1)
        #expect(panes[0].bounds == PixelRect(x: left, y: top, width: 4, height: 4))
        let rectangle = Rectangle(x: Double(left), y: Double(top), width: 4, height: 4)
        #expect(panes[0].coverage == PaneCoverage(shapes: [.rectangle(rectangle, .square)]))
        #expect(panes[0].filters.first == .pixelate(4))
    }

    @Test func `leaves no cell of few pixels, cut off ones included`() throws {
        for width in 1...90 {
            for height in 1...90 {
                let region = try Self.frame("3", "5", "\(width)", "\(height)")
                let pane = try #require(try Self.panes(.init(regions: [region])).first)
                guard case .pixelate(let cell) = pane.filters.first else {
                    Issue.record("no mosaic")
                    return
                }
                let (width, height) = (pane.bounds.size.width, pane.bounds.size.height)
                let least = ((width - 1) % cell + 1) * ((height - 1) % cell + 1)
                #expect(least >= 16, "\(width) × \(height), cells of \(cell)")
                #expect(max(width, height) <= 8 * cell)
            }
        }
    }

    @Test(arguments: [(1, 1), (3, 2), (1, 300)])
    func `redacts a picture that is smaller than a cell`(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        let region = try Self.frame("0", "0", "1", "1")
        let plan = try Redaction(regions: [region]).plan(size: size, scale: 1)
        guard case .panes(let panes) = plan.steps.first else {
            Issue.record("no pane")
            return
        }
        let least = (1, 300) == (width, height) ? PixelSize(width: 1, height: 16) : size
        #expect(
            panes.map(\.bounds) == [PixelRect(x: 0, y: 0, width: least.width, height: least.height)]
        )
    }

    @Test(
        arguments: [
            [("2", "2", "4", "4"), ("6", "0", "4", "4"), ("0", "6", "4", "4")],
            [("0", "0", "33", "33"), ("34", "34", "5", "4")],
            [("3", "1", "1", "9"), ("9", "12", "7", "1"), ("1", "14", "1", "1")],
        ],
        [false, true]
    )
    func `hides no few pixels of a cell, as the others would tell`(
        regions: [(String, String, String, String)],
        isInverted: Bool
    ) throws {
        let size = PixelSize(width: 40, height: 40)
        var frames: [Scene.Shape] = []
        for region in regions {
            frames.append(try Self.frame(region.0, region.1, region.2, region.3))
        }
        if isInverted {
            // All but a pixel beside a corner of what stays.
            frames.append(try Self.frame("0", "0", "40", "38"))
            frames.append(try Self.frame("0", "0", "37", "40"))
            frames.append(try Self.frame("0", "39", "40", "1"))
        }
        let redaction = Redaction(regions: frames, isInverted: isInverted)
        let plan = try redaction.plan(size: size, scale: 1)
        guard case .panes(let panes) = plan.steps.first else {
            Issue.record("no pane")
            return
        }
        for pane in panes {
            guard case .pixelate(let side) = pane.filters.first else {
                Issue.record("no mosaic")
                return
            }
            var hidden: [PixelSize: Int] = [:]
            for y in pane.bounds.rows {
                for x in pane.bounds.columns where pane.hides(x, y) {
                    let cell = PixelSize(
                        width: (x - pane.bounds.x) / side,
                        height: (y - pane.bounds.y) / side
                    )
                    hidden[cell, default: 0] += 1
                }
            }
            #expect(!hidden.isEmpty)
            #expect(hidden.values.allSatisfy { $0 >= 16 }, "\(hidden)")
        }
    }

    @Test func `keeps what stays, but for a cell of which few pixels would be hidden`() throws {
        let size = PixelSize(width: 80, height: 80)
        // The last cell would have one hidden pixel.
        let kept = [try Self.frame("0", "0", "80", "79"), try Self.frame("0", "0", "79", "80")]
        let plan = try Redaction(regions: kept, isInverted: true).plan(size: size, scale: 1)
        guard case .panes(let panes) = plan.steps.first, let pane = panes.first else {
            Issue.record("no pane")
            return
        }
        for y in 0..<80 {
            for x in 0..<80 {
                #expect(pane.hides(x, y) == (x >= 70 && y >= 70), "\(x), \(y)")
            }
        }
    }

    @Test func `joins regions that lie less than a cell apart`() throws {
        let near = [try Self.frame("0", "0", "33", "33"), try Self.frame("39", "0", "33", "33")]
        #expect(try Self.panes(.init(regions: near)).count == 1)
        let apart = [try Self.frame("0", "0", "33", "33"), try Self.frame("41", "0", "33", "33")]
        #expect(try Self.panes(.init(regions: apart)).count == 2)
    }

    @Test func `keeps only pixels that lie inside as a whole`() throws {
        let panes = try Self.panes(
            .init(regions: [Self.frame("10.9", "20.1", "30.2", "5")], isInverted: true)
        )
        #expect(panes[0].bounds == PixelRect(x: 0, y: 0, width: 400, height: 200))
        let kept = Rectangle(x: 11, y: 21, width: 30, height: 4)
        #expect(
            panes[0].coverage == PaneCoverage(shapes: [.rectangle(kept, .square)], isInverted: true)
        )
    }

    @Test func `redacts all when nothing that is to stay is a whole pixel`() throws {
        let panes = try Self.panes(
            .init(regions: [Self.frame("10.2", "20", "0.5", "5")], isInverted: true)
        )
        let whole = Rectangle(x: 0, y: 0, width: 400, height: 200)
        #expect(panes[0].coverage == PaneCoverage(shapes: [.rectangle(whole, .square)]))
    }

    @Test func `shows nothing through what is transparent`() throws {
        let panes = try Self.panes(
            .init(regions: [Self.frame("0", "0", "10", "10")], colors: [.saturate(2)])
        )
        let matrix = try #require(panes[0].filters.last?.colorMatrix)
        #expect(matrix.alpha == .init(0, 0, 0, 0, 1))
        #expect(panes[0].filters.dropLast().last == .color(.saturate(2)))
    }

    @Test(arguments: [(10, true), (9.99, false)] as [(Float, Bool)])
    func `refuses a blur that hides too little`(sigma: Float, isAccepted: Bool) throws {
        let redaction = Redaction(
            regions: [try Self.frame("0", "0", "10", "20"), try Self.frame("0", "0", "80", "10")],
            sigma: sigma
        )
        if isAccepted {
            let blur = Filter.blur(try GaussianBlur(sigma: sigma))
            #expect(try Self.panes(redaction).allSatisfy { $0.filters[1] == blur })
        } else {
            #expect(throws: Redaction.Refusal.weakBlur(least: 10)) { try Self.panes(redaction) }
        }
    }

    @Test func `hides as much however finely a region is cut up`() throws {
        let whole = try Self.panes(.init(regions: [Self.frame("0", "0", "160", "160")]))
        var tiles: [Scene.Shape] = []
        for x in 0..<4 {
            for y in 0..<4 {
                tiles.append(try Self.frame("\(x * 40)", "\(y * 40)", "40", "40"))
            }
        }
        let cut = try Self.panes(.init(regions: tiles))
        #expect(cut.count == 1)
        #expect(cut[0].bounds == whole[0].bounds)
        #expect(cut[0].filters == whole[0].filters)
        #expect(cut[0].coverage.shapes.count == 16)
    }

    @Test func `hides a small region inside of a large one as the large one`() throws {
        let regions = [try Self.frame("0", "0", "80", "80"), try Self.frame("40", "40", "1", "1")]
        let panes = try Self.panes(.init(regions: regions))
        #expect(panes.count == 1)
        #expect(panes[0].filters.first == .pixelate(10))
    }

    @Test func `keeps regions apart that lie apart`() throws {
        let regions = [
            try Self.frame("0", "0", "40", "40"), try Self.frame("200", "0", "80", "40"),
        ]
        let cells = try Self.panes(.init(regions: regions)).map { $0.filters.first }
        #expect(cells == [.pixelate(5), .pixelate(10)])
    }

    @Test func `refuses to keep all of the picture in parts`() throws {
        let halves = [
            try Self.frame("0", "0", "50%", "100%"), try Self.frame("50%", "0", "50%", "100%"),
        ]
        #expect(throws: Redaction.Refusal.nothingRedacted) {
            try Self.panes(.init(regions: halves, isInverted: true))
        }
    }

    @Test func `refuses regions that are none`() throws {
        let region = try Self.frame("0", "0", "10", "10")
        let cases: [(Redaction.Refusal, Redaction)] = [
            (.regionCount, .init(regions: [])),
            (.regionCount, .init(regions: Array(repeating: region, count: 65))),
            (.emptyRegion(1), .init(regions: [region, try Self.frame("0", "0", "0", "10")])),
            (.outsidePicture(1), .init(regions: [region, try Self.frame("400", "0", "1", "1")])),
            (.nothingRedacted, .init(regions: [.rectangle(.whole, .square)], isInverted: true)),
        ]
        for (refusal, redaction) in cases {
            #expect(throws: refusal) { try Self.panes(redaction) }
        }
        let most = Array(repeating: region, count: 64)
        #expect(try Self.panes(.init(regions: most)).count == 1)
    }
}

extension Pane {
    /// Whether the pane, made of rectangles of whole pixels, lies on a pixel.
    func hides(_ x: Int, _ y: Int) -> Bool {
        let isInside = coverage.shapes.contains { shape in
            let bounds = shape.bounds
            return (bounds.x..<bounds.maxX).contains(Double(x))
                && (bounds.y..<bounds.maxY).contains(Double(y))
        }
        return isInside != coverage.isInverted
    }
}
