// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// Pictures that are turned by any angle.
extension GeometryTests {
    @Test
    func `fits the turned picture`() throws {
        // Of 400 × 300 pixels, a quarter turn makes 300 × 400.
        var geometry = geometry("150px", nil)
        geometry.rotation = 90
        let steps = try steps(geometry, on: size(400, 300))
        #expect(
            steps == [.resize(Resize(size: size(200, 150))), .turn(QuarterTurn(quarters: 1))]
        )
        #expect(steps.size(of: size(400, 300)) == size(150, 200))
        // What lies at the top of the turned picture was at its left.
        geometry = self.geometry("150px", "100px", .cover)
        geometry.rotation = 90
        geometry.position = PicturePosition(x: 0, y: 0)
        #expect(
            try self.steps(geometry, on: size(400, 300)).first
                == .resize(
                    Resize(
                        size: size(100, 150),
                        source: Rectangle(x: 0, y: 0, width: 200, height: 300)
                    )
                )
        )
    }

    @Test
    func `holds a turned picture or fills its frame`() throws {
        // By the published formulas, in double precision.
        var geometry = Geometry()
        geometry.rotation = 30
        #expect(try steps(geometry, on: size(400, 300)).size(of: size(400, 300)) == size(497, 460))
        geometry.rotation = -60
        #expect(try steps(geometry, on: size(400, 300)).size(of: size(400, 300)) == size(460, 497))
        geometry.rotateMode = .straighten
        #expect(try steps(geometry, on: size(400, 300)).size(of: size(400, 300)) == size(195, 260))
        geometry.rotation = 360
        #expect(try steps(geometry, on: size(400, 300)).isEmpty)
    }

    @Test(arguments: [Geometry.RotateMode.expand, .straighten], [200, 100])
    func `brings a turned picture into its box`(mode: Geometry.RotateMode, width: Int) throws {
        var geometry = geometry(Length(Double(width)), "100px", .cover)
        geometry.rotation = 10
        geometry.rotateMode = mode
        let steps = try steps(geometry, on: size(4000, 3000))
        #expect(steps.size(of: size(4000, 3000)) == size(width, 100))
        guard case .rotate(let rotation) = steps.last else {
            Issue.record("no turn")
            return
        }
        // What shows is in the middle.
        #expect(abs(rotation.center.x - Double(rotation.size.width) / 2) < 1)
        #expect(abs(rotation.center.y - 50) < 1)
        geometry.mode = FitMode(.contain)
        geometry.pad = .color(StraightColor(white: 1))
        #expect(
            try self.steps(geometry, on: size(4000, 3000)).size(of: size(4000, 3000))
                == size(width, 100)
        )
    }

    @Test
    func `turns no more of a picture than shows`() throws {
        var geometry = geometry("60000px", "1px", .cover)
        geometry.enlarges = true
        geometry.rotation = 10
        let steps = try steps(geometry, on: size(50, 60_000))
        var extent = size(50, 60_000)
        for step in steps {
            extent = step.size(of: extent)
            #expect(extent.width < 100_000 && extent.height < 100_000)
        }
        #expect(extent == size(60_000, 1))
    }

    @Test
    func `shows the focus of a turned picture`() throws {
        var geometry = geometry("10px", "10px", .cover)
        geometry.rotation = 20
        geometry.focus = .point(Scene.Position(x: "300px", y: "100px"))
        // The frame is 479 × 419 pixels large, so that 300 × 100 lies to the right of its middle.
        let steps = try steps(geometry, on: size(400, 300))
        guard case .rotate(let rotation) = steps.last else {
            Issue.record("no turn")
            return
        }
        #expect(steps.size(of: size(400, 300)) == size(10, 10) && rotation.center.x < 5)
    }

    @Test(arguments: 0..<4, [nil, QuarterTurn.Flip.horizontal, .vertical])
    func `maps parts back as pixels move`(quarters: Int, flip: QuarterTurn.Flip?) {
        let turn = QuarterTurn(quarters: quarters, flip: flip)
        let picture = size(5, 3)
        // The pixels of the picture, each with its own number, moved one step after the other.
        var shown = (0..<3).map { y in (0..<5).map { x in y * 5 + x } }
        for _ in 0..<quarters {
            let last = shown
            shown = last[0].indices.map { x in last.indices.reversed().map { last[$0][x] } }
        }
        switch flip {
        case .horizontal: shown = shown.map { $0.reversed() }
        case .vertical: shown.reverse()
        case nil: break
        }
        let extent = turn.size(of: picture)
        #expect([extent.height, extent.width] == [shown.count, shown[0].count])
        for y in shown.indices {
            for x in shown[y].indices {
                let pixel = Rectangle(x: Double(x), y: Double(y), width: 1, height: 1)
                let source = turn.source(of: pixel, in: extent)
                #expect(Int(source.y) * 5 + Int(source.x) == shown[y][x])
            }
        }
    }
}
