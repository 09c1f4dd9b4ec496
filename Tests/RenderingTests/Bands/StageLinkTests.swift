// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Synchronization
import Testing

@testable import Rendering

/// The time for which stages exist.
@Suite struct StageLinkTests {
    /// The number of stages that exist, and the most that did at one time.
    private final class Census: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var now: Int { counts.withLock { $0.now } }
        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }

    private final class CountedStage: BandSource {
        let size: PixelSize
        let layout: ChannelLayout
        private let upstream: any BandSource<Straight>
        private let census: Census
        private let isWhole: Bool
        private var rows: (any BandSource<Straight>)?

        init(_ upstream: any BandSource<Straight>, _ census: Census, isWhole: Bool) {
            self.upstream = upstream
            self.census = census
            self.isWhole = isWhole
            (size, layout) = (upstream.size, upstream.layout)
            census.enter()
        }

        deinit { census.leave() }

        func prepare() throws(RenderError) {
            if rows == nil { rows = isWhole ? try RecordedPicture(upstream).wholeStage : upstream }
        }

        func pull(into band: inout Band<Straight>) throws(RenderError) {
            try prepare()
            try rows?.pull(into: &band)
        }
    }

    private struct CountedPlan: StagePlan {
        let census: Census
        let isWhole: Bool

        func relation(of input: PictureShape) -> RowIntake.Relation { isWhole ? .all : .same }
        func byteCount(of input: PictureShape) -> Int { 100 }
        func work(on input: PictureShape) -> Int { 1 }

        func makeStage(
            _ upstream: any BandSource<Straight>,
            _ context: StageContext
        ) -> any BandSource<Straight> {
            CountedStage(upstream, census, isWhole: isWhole)
        }
    }

    private let size = PixelSize(width: 5, height: 70)

    private func pipeline(
        _ stages: [PlannedStage<Straight>],
        on source: (any BandSource<Straight>)? = nil,
        _ cancellation: Cancellation = Cancellation()
    ) -> Pipeline {
        Pipeline(
            source ?? ConstantSource<Straight>(size, .rgb),
            stages: stages,
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: cancellation,
                pictures: ResourcePictures()
            )
        )
    }

    private func stages(_ isWhole: [Bool], _ census: Census) -> [PlannedStage<Straight>] {
        isWhole.map {
            let plan = CountedPlan(census: census, isWhole: $0)
            return PlannedStage(plan, on: PictureShape(size: size, layout: .rgb))
        }
    }

    @Test func `no stage is built before its first row, and none is left behind the last`() throws {
        let census = Census()
        let pipeline = pipeline(stages([false, true, false], census))
        #expect(census.now == 0)
        #expect(try drain(pipeline.end) == size.height)
        #expect(census.now == 0)
    }

    @Test func `stages that need the whole picture exist two at a time`() throws {
        let census = Census()
        #expect(try drain(pipeline(stages(Array(repeating: true, count: 9), census)).end) == 70)
        #expect(census.most == 2)
    }

    @Test func `stages between two that need the whole picture exist with those two`() throws {
        let (census, isWhole) = (Census(), [false, false, true, false, true, false, false, false])
        let stages = stages(isWhole, census)
        #expect(try drain(pipeline(stages).end) == 70)
        #expect(census.most == 4)
        #expect(stages.byteCount() == 400)
    }

    // MARK: Cancellation

    /// Rows of gray; the render is cancelled with its second band.
    private final class CancellingSource: BandSource {
        let size: PixelSize
        let layout: ChannelLayout
        private(set) var row = 0
        private let cancellation: Cancellation

        init(_ size: PixelSize, _ layout: ChannelLayout, _ cancellation: Cancellation) {
            (self.size, self.layout) = (size, layout)
            self.cancellation = cancellation
        }

        func pull(into band: inout Band<Straight>) throws(RenderError) {
            band.rowCount = min(band.capacity, size.height - row)
            row += band.rowCount
            if row > bandHeight { cancellation.cancel() }
        }
    }

    private static let lists = [
        "zoom-blur(0.5)", "blur(90px)", "motion-blur(60px 90deg)", "magnify(3)", "average-color",
        "pixelate(200px)", "drop-shadow(0 -150px 40px red)", "curve(0 0.3 0.6 1)", "vignette(10%)",
        "hue-rotate(20deg) contrast(3)", "blur(9px) zoom-blur(0.2) blur(9px)",
    ]

    @Test(arguments: lists)
    func `no stage reads on for a render that nobody waits for`(list: String) throws {
        let size = PixelSize(width: 9, height: 400)
        let cancellation = Cancellation()
        let source = CancellingSource(size, .rgba, cancellation)
        var planner = StagePlanner(size: size, layout: .rgba)
        planner.add(try FilterList(list).filters(edge: .clamp))
        let pipeline = pipeline(planner.stages, on: source, cancellation)
        #expect(throws: RenderError.cancelled) { try drain(pipeline.end) }
        #expect(source.row == 2 * bandHeight)
    }

    @Test(arguments: [true, false])
    func `no pane reads on for a render that nobody waits for`(isTogether: Bool) throws {
        let size = PixelSize(width: 9, height: 400)
        let cancellation = Cancellation()
        let source = CancellingSource(size, .rgb, cancellation)
        let pane = Pane(
            bounds: PixelRect(x: 0, y: 0, width: 9, height: 400),
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: [.averageColor]
        )
        let shape = PictureShape(size: size, layout: .rgb)
        let planned = Array(repeating: try PlannedPane(pane, on: shape), count: 2)
        let plan: any StagePlan<Straight> =
            isTogether
            ? PanesStage.Plan(panes: planned, layout: .rgb)
            : PaneByPaneStage.Plan(panes: planned, layout: .rgb)
        let stage = PlannedStage(plan, on: shape)
        let pipeline = pipeline([stage], on: source, cancellation)
        #expect(throws: RenderError.cancelled) { try drain(pipeline.end) }
        #expect(source.row == 2 * bandHeight)
    }
}
