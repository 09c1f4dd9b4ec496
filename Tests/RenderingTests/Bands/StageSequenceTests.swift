// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import TestSupport
import Testing

@testable import Rendering

/// Pictures that are kept between stages, where that takes less memory.
@Suite struct StageSequenceTests {
    private func samples(
        _ stages: [PlannedStage<Straight>],
        on source: any BandSource<Straight>
    ) throws -> [UInt16] {
        let pipeline = Pipeline(
            source,
            stages: stages,
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation(),
                pictures: ResourcePictures()
            )
        )
        let picture = try RecordedPicture(pipeline.end)
        var band = Band<Straight>(
            layout: picture.layout,
            width: picture.size.width,
            capacity: picture.size.height
        )
        try picture.wholeStage.pull(into: &band)
        return band.allSamples()
    }

    private func noise(_ size: PixelSize, _ layout: ChannelLayout) throws -> any BandSource<
        Straight
    > {
        let band = Band<Straight>(layout: layout, width: size.width, height: size.height) {
            channel,
            y,
            x in
            UInt16(truncatingIfNeeded: (x &* 40_503) ^ (y &* 9_176) &+ channel &* 7_919)
        }
        return try RecordedPicture(WholeSource(band)).wholeStage
    }

    /// The rows of a band.
    private final class WholeSource: BandSource {
        let size: PixelSize
        let layout: ChannelLayout
        private let rows: Band<Straight>
        private var next = 0

        init(_ rows: consuming Band<Straight>) {
            size = PixelSize(width: rows.width, height: rows.rowCount)
            layout = rows.layout
            self.rows = rows
        }

        func pull(into band: inout Band<Straight>) throws(RenderError) {
            let count = min(band.capacity, size.height - next)
            for channel in 0..<layout.channelCount {
                for row in 0..<count { band.copy(row, channel, from: rows, next + row, channel) }
            }
            band.rowCount = count
            next += count
        }
    }

    private func stages(_ list: String, _ size: PixelSize) throws -> [PlannedStage<Straight>] {
        var planner = StagePlanner(size: size, layout: .rgb)
        planner.add(try FilterList(list).filters(edge: .clamp))
        return planner.stages
    }

    @Test func `sixteen stages of half a picture each keep little more than two pictures`() throws {
        let size = PixelSize(width: 500, height: 400)
        let list = Array(repeating: "magnify(3)", count: 16).joined(separator: " ")
        let stages = try stages(list, size)
        let spooled = stages.spooled
        #expect(spooled.count > stages.count)
        #expect(spooled.byteCount() < stages.byteCount() / 2)
        #expect(
            try samples(spooled, on: noise(size, .rgb)) == samples(stages, on: noise(size, .rgb))
        )
    }

    @Test func `blurs of a large picture go on side by side`() throws {
        let list = Array(repeating: "blur(20px)", count: 16).joined(separator: " ")
        let stages = try stages(list, PixelSize(width: 8_000, height: 6_000))
        #expect(stages.spooled.count == stages.count)
    }

    @Test(arguments: [("0.02", 1), ("0.3", 4)])
    func `sixteen zooms keep the rows that their lines reach over`(
        amount: String,
        pictures: Int
    ) throws {
        let size = PixelSize(width: 4_000, height: 3_000)
        let list = Array(repeating: "zoom-blur(\(amount))", count: 16).joined(separator: " ")
        let stages = try stages(list, size)
        #expect(stages.byteCount() < pictures * size.pixelCount * 3 * 2)
    }

    @Test(arguments: [1, 9])
    func `panes drawn one after the other look as those side by side`(count: Int) throws {
        let size = PixelSize(width: 61, height: 83)
        let panes = try (0..<count).map { index in
            Pane(
                bounds: PixelRect(x: index, y: 2 * index, width: 40, height: 50),
                coverage: PaneCoverage(
                    shapes: [
                        .rectangle(
                            Rectangle(x: Double(index), y: 3, width: 37, height: 60),
                            .square
                        )
                    ]
                ),
                filters: [
                    .blur(try GaussianBlur(sigma: 3, edge: .mirror)), .color(.saturate(1.8)),
                ],
                alpha: 0.7
            )
        }
        let shape = PictureShape(size: size, layout: .rgb)
        let planned = try panes.map { try PlannedPane($0, on: shape) }
        let together = PlannedStage(PanesStage.Plan(panes: planned, layout: .rgb), on: shape)
        let single = PlannedStage(PaneByPaneStage.Plan(panes: planned, layout: .rgb), on: shape)
        #expect(
            try samples([single], on: noise(size, .rgb))
                == samples([together], on: noise(size, .rgb))
        )
    }

    @Test func `many panes of many blurs on a small picture take little`() throws {
        let size = PixelSize(width: 300, height: 200)
        let bounds = PixelRect(x: 0, y: 0, width: 300, height: 200)
        let pane = Pane(
            bounds: bounds,
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: try FilterList(String(repeating: "blur(20px) ", count: 16)).filters(
                edge: .mirror
            )
        )
        for steps in [
            [Plan.Step.panes(Array(repeating: pane, count: 64))],
            Array(repeating: .panes([pane]), count: 64),
        ] {
            let file = try Picture.noise(size, .rgb).encoded()
            let estimate = try Renderer(
                source: SourceImage(bytes: file, limits: DecodeLimits()),
                plan: Plan(steps),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits()
            ).estimate
            #expect(estimate.memory < 32 << 20)
        }
    }
}
