// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Applies a Gaussian blur to premultiplied pixels.
final class BlurringStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private var blur: StreamingBlur
    private var input: Band<Premultiplied>
    private var taken = 0

    init(_ upstream: any BandSource<Premultiplied>, geometry: BlurGeometry) {
        self.upstream = upstream
        size = geometry.outputSize
        layout = upstream.layout
        blur = StreamingBlur(geometry: geometry, layout: layout)
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        var row = 0
        while row < band.capacity {
            let count = blur.pull(into: &band, rows: row..<band.capacity)
            row += count
            if count > 0 { continue }
            guard blur.isHungry else { break }
            try feed()
        }
        band.rowCount = row
    }

    private func feed() throws(RenderError) {
        if taken == input.rowCount {
            try upstream.pullRows(into: &input)
            taken = 0
        }
        taken += blur.push(input, rows: taken..<input.rowCount)
    }
}

extension BlurringStage {
    /// The plan of a stage that applies a Gaussian blur to premultiplied pixels.
    struct Plan: StagePlan {
        let geometry: BlurGeometry

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: geometry.outputSize, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(geometry.rowsAhead) }

        func byteCount(of input: PictureShape) -> Int {
            geometry.workingByteCount(channels: input.layout.channelCount) + input.bandByteCount
        }

        func work(on input: PictureShape) -> Int {
            2 * (input.sampleCount + output(of: input).sampleCount)
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            BlurringStage(upstream, geometry: geometry)
        }
    }
}

extension GaussianBlur: RenderedFilter {
    var reach: FilterReach {
        if !edge.introducesAlpha { return .picture }
        return .spread(.init(blur: sigma, grows: edge == .expand))
    }

    func addStages(to planner: inout StagePlanner) { _ = add(edge, to: &planner) }

    func addStages(to planner: inout StagePlanner, showing frame: PixelRect) -> PixelRect {
        let picture = PixelRect(x: 0, y: 0, width: planner.size.width, height: planner.size.height)
        let margin = add(frame == picture ? .transparent : .expand, to: &planner)
        return PixelRect(
            x: -margin,
            y: -margin,
            width: planner.size.width,
            height: planner.size.height
        )
    }

    /// Adds a blur with an edge mode, and the alpha channel that it may need; returns the growth of
    /// each side, in pixels.
    ///
    /// - Returns: The growth of each side, in pixels.
    private func add(_ edge: EdgeMode, to planner: inout StagePlanner) -> Int {
        if edge.introducesAlpha { planner.addAlpha() }
        let geometry = BlurGeometry(
            size: planner.size,
            sigma: sigma,
            edge: edge,
            isPrecise: planner.isMultiplied
        )
        planner.append(premultiplied: BlurringStage.Plan(geometry: geometry))
        return geometry.margin
    }
}

extension FilterReach.Spread {
    /// Creates the distances over which a blur with an offset, such as a shadow, spreads an image.
    init(blur sigma: Float, offset: Point = Point(x: 0, y: 0), grows: Bool) {
        let margin = Double((3 * sigma).rounded(.up))
        func distance(_ offset: Double) -> Int { Int(max(0, margin + offset.rounded(.up))) }
        self.init(
            left: distance(-offset.x),
            top: distance(-offset.y),
            right: distance(offset.x),
            bottom: distance(offset.y),
            grows: grows
        )
    }
}
