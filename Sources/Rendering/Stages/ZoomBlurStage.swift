// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Averages premultiplied pixels along the line from each pixel towards a center.
///
/// Lines have any direction, so the whole picture is kept, and the memory budget counts it.
/// Several such stages keep no more than two pictures at a time; see ``StageLink``.
final class ZoomBlurStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let cancellation: Cancellation
    private let passes: [ZoomPass]
    private var picture: Band<Premultiplied>
    private var isFilled = false
    private var nextRow = 0

    init(
        _ upstream: any BandSource<Premultiplied>,
        blur: ZoomBlur,
        cancellation: Cancellation
    ) {
        self.upstream = upstream
        self.cancellation = cancellation
        let size = upstream.size
        (self.size, layout) = (size, upstream.layout)
        let plan = ZoomPasses(blur, size: size)
        passes = plan.passes.map { ZoomPass(size: size, center: plan.center, copies: $0) }
        picture = Band(layout: layout, width: size.width, capacity: size.height)
    }

    /// The bytes that the stage holds: the picture, and one more plane while it is processed.
    static func byteCount(_ blur: ZoomBlur, size: PixelSize, layout: ChannelLayout) -> Int {
        func band(_ layout: ChannelLayout, _ rows: Int) -> Int {
            Band<Premultiplied>.byteCount(layout: layout, width: size.width, capacity: rows)
        }
        let tables = ZoomPasses(blur, size: size).passes.reduce(0) {
            $0 + ZoomPass.byteCount(width: size.width, copyCount: $1.count)
        }
        return band(layout, size.height + bandHeight) + band(.gray, size.height) + tables
    }

    /// The work of the blur, in passes over a sample.
    static func passes(_ blur: ZoomBlur, size: PixelSize) -> Int {
        ZoomPasses(blur, size: size).passes.reduce(2) { $0 + 6 * $1.count }
    }

    func prepare() throws(RenderError) { if !isFilled { try fill() } }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        try prepare()
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            for channel in 0..<layout.channelCount {
                var target = band.mutableRow(row, of: channel)
                passes[passes.count - 1].makeRow(
                    nextRow + row,
                    of: picture,
                    channel: channel,
                    into: &target
                )
            }
        }
        band.rowCount = count
        nextRow += count
    }

    private func fill() throws(RenderError) {
        var band = upstream.makeBand()
        while true {
            try upstream.pull(into: &band)
            if band.rowCount == 0 { break }
            picture.append(band)
        }
        precondition(picture.rowCount == size.height, "a picture with fewer rows than it said")
        if passes.count > 1 {
            var plane = Band<Premultiplied>(
                layout: .gray,
                width: size.width,
                capacity: size.height
            )
            plane.rowCount = size.height
            for channel in 0..<layout.channelCount { try work(on: channel, &plane) }
        }
        isFilled = true
    }

    /// Applies all passes but the last to a plane.
    private func work(
        on channel: Int,
        _ plane: inout Band<Premultiplied>
    ) throws(RenderError) {
        for pass in passes.dropLast() {
            for row in 0..<size.height {
                if row % bandHeight == 0 { try cancellation.check() }
                var target = plane.mutableRow(row, of: 0)
                pass.makeRow(row, of: picture, channel: channel, into: &target)
            }
            for row in 0..<size.height {
                if row % bandHeight == 0 { try cancellation.check() }
                picture.copy(row, channel, from: plane, row, 0)
            }
        }
    }
}

extension ZoomBlurStage {
    /// The plan of averages of premultiplied color along lines towards a point.
    struct Plan: StagePlan {
        let blur: ZoomBlur

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            ZoomBlurStage.byteCount(blur, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int {
            ZoomBlurStage.passes(blur, size: input.size) * input.sampleCount
        }

        func makeStage(
            _ upstream: any BandSource<Premultiplied>,
            _ context: Pipeline.Context
        ) -> any BandSource<Premultiplied> {
            ZoomBlurStage(upstream, blur: blur, cancellation: context.cancellation)
        }
    }
}

extension ZoomBlur: RenderedFilter {
    func addStages(to planner: inout StagePlanner) {
        planner.append(premultiplied: ZoomBlurStage.Plan(blur: self))
    }
}
