// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import TestSupport
import Testing

@testable import Rendering

/// The longest chains of stages that there can be: a row is pulled through all of them.
@Suite(.disabled(if: Sanitizer.isActive, "a sanitizer keeps variables beside the stack"))
struct PanesOnPanesTests {
    /// Where on the stack something happened.
    private final class Note {
        var lowest = UInt.max

        func take() { lowest = min(lowest, stackPosition()) }
    }

    /// Rows of zeros, that note when they are asked for and when nobody needs them any more.
    private final class Depth: BandSource {
        let size: PixelSize
        let layout = ChannelLayout.rgba
        let pulled = Note()
        let released: Note
        private var row = 0

        init(_ size: PixelSize, released: Note) {
            self.size = size
            self.released = released
        }

        deinit { released.take() }

        func pull(into band: inout Band<Straight>) {
            pulled.take()
            band.rowCount = min(band.capacity, size.height - row)
            row += band.rowCount
        }
    }

    /// Panes on each other, whose filters are as many stages as filters can be.
    ///
    /// The first of them look a band ahead, so that each pane asks for rows while the next one does.
    private func pipeline(panes count: Int, on source: Depth) throws -> Pipeline {
        let filters = try (0..<16).map { index in
            Filter.boxBlur(
                try BoxBlur(sigma: index < 6 ? 1 : 0.25, kind: .apple3box, edge: .clamp)
            )
        }
        let pane = Pane(
            bounds: PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height),
            coverage: PaneCoverage(shapes: [], isInverted: true),
            filters: filters
        )
        var planner = StagePlanner(size: source.size, layout: source.layout)
        planner.add([Plan.Step](repeating: .panes([pane]), count: count))
        return Pipeline(
            source,
            stages: planner.stages,
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation(),
                pictures: ResourcePictures()
            )
        )
    }

    /// How much stack some panes need to be drawn, and to be released.
    private func stackByteCounts(panes count: Int) throws -> (drawing: Int, release: Int) {
        let released = Note()
        var pipeline: Pipeline?
        let pulled: Note
        do {
            let size = PixelSize(width: 1, height: 16 * (3 * count + 4))
            let source = Depth(size, released: released)
            pulled = source.pulled
            pipeline = try self.pipeline(panes: count, on: source)
        }
        let start = stackPosition()
        if let pipeline { _ = try drain(pipeline.end) }
        pipeline = nil
        return (Int(start - pulled.lowest), Int(start) - Int(released.lowest))
    }

    @Test func `workers have stack for as many stages as there can be`() throws {
        let (few, more) = (try stackByteCounts(panes: 2), try stackByteCounts(panes: 6))
        let each = (more.drawing - few.drawing) / 4
        // Or the stages of one pane do not pull while those of the next do.
        #expect(each > 4_000)
        #expect(few.drawing + each * SceneLimits.panes < WorkerThread.stackByteCount / 2)
    }

    @Test func `stages are released without one another's stack`() throws {
        let (few, more) = (try stackByteCounts(panes: 2), try stackByteCounts(panes: 6))
        #expect(few.release > 0)
        #expect(more.release - few.release < 1_000)
    }
}
