// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// What waits for panes, and what they cost.
@Suite struct PanesStageTests {
    /// Rows of noise, and how many of them were taken.
    private final class Noise: BandSource {
        let size: PixelSize
        let layout: ChannelLayout
        private var nextRow = 0

        init(_ size: PixelSize, _ layout: ChannelLayout) {
            self.size = size
            self.layout = layout
        }

        func pull(into band: inout Band<Straight>) throws(RenderError) {
            let count = min(band.capacity, size.height - nextRow)
            for channel in 0..<layout.channelCount {
                for offset in 0..<count {
                    var row = band.mutableRow(offset, of: channel)
                    for x in 0..<row.count {
                        row[x] = UInt16(truncatingIfNeeded: x &* 40_503 &+ (nextRow + offset) &* 7)
                    }
                }
            }
            band.rowCount = count
            nextRow += count
        }
    }

    private static func filters() throws -> [[Filter]] {
        func blur(_ sigma: Float, _ edge: EdgeMode) throws -> Filter {
            .blur(try GaussianBlur(sigma: sigma, edge: edge))
        }
        let curve = LuminanceCurve(amount: 0.6, values: [0.2, 0.9, 0.7, 0.4])
        return try [
            [], [.color(.invert(1))], [.averageColor], [.pixelate(7)], [.pixelate(90)],
            [.captured(Capture(side: 4, filters: [.luminanceCurve(curve)])), blur(22, .normalize)],
            [blur(4, .mirror), blur(9, .clamp)],
        ]
            + [1.04, 3].map { [.magnify(try Magnification(factor: $0)), try blur(22, .normalize)] }
            + EdgeMode.allCases.filter { $0 != .expand }.flatMap { edge in
                try [0.6, 2.9, 3, 12, 47, 200].map { [try blur($0, edge)] }
            }
    }

    private func stage(
        _ panes: [Pane],
        _ size: PixelSize
    ) throws -> (PanesStage.Plan, PanesStage) {
        let shape = PictureShape(size: size, layout: .gray)
        let planned = try panes.map { try PlannedPane($0, on: shape) }
        let plan = PanesStage.Plan(
            panes: planned,
            layout: .gray
        )
        let stage = PanesStage(
            Noise(size, .gray),
            panes: planned,
            layout: .gray,
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation(),
                pictures: ResourcePictures()
            )
        )
        return (plan, stage)
    }

    @Test(arguments: try filters())
    func `no more rows wait than were planned`(filters: [Filter]) throws {
        let size = PixelSize(width: 9, height: 700)
        for (y, height) in [(0, 700), (3, 690), (15, 200), (16, 64), (40, 1), (333, 367)] {
            let bounds = PixelRect(x: 2, y: y, width: 5, height: height)
            let pane = Pane(
                bounds: bounds,
                coverage: PaneCoverage(shapes: [], isInverted: true),
                filters: filters,
                alpha: 0.5
            )
            let (planned, stage) = try stage([pane], size)
            var band = stage.makeBand()
            var rowCount = 0
            repeat {
                try stage.pull(into: &band)
                rowCount += band.rowCount
            } while band.rowCount > 0
            #expect(rowCount == size.height)
            #expect(stage.backdrop.greatestCount <= planned.waitingBandCount)
            #expect(stage.backdrop.isEmpty)
        }
    }

    @Test func `rows far from panes do not wait`() throws {
        let size = PixelSize(width: 9, height: 4_000)
        let pane = Pane(
            bounds: PixelRect(x: 2, y: 1_000, width: 5, height: 2_000),
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: [.blur(try GaussianBlur(sigma: 9))]
        )
        let (planned, _) = try stage([pane], size)
        // Three sigma, and what comes and goes in whole bands.
        #expect(planned.waitingBandCount <= 7)
    }

    @Test func `a pane costs what its area costs`() throws {
        let size = PixelSize(width: 4_000, height: 3_000)
        func work(_ side: Int) throws -> Int {
            let pane = Pane(
                bounds: PixelRect(x: 100, y: 100, width: side, height: side),
                coverage: PaneCoverage(shapes: [], isInverted: true),
                filters: [.blur(try GaussianBlur(sigma: 9))]
            )
            return try stage([pane], size).0.work(on: PictureShape(size: size, layout: .gray))
        }
        let (small, large) = (try work(200), try work(2_000))
        #expect(small > 0 && small < size.pixelCount / 20)
        #expect(large == 100 * small)
    }
}
