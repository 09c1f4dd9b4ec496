// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Blurs premultiplied color.
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
            try upstream.pull(into: &input)
            precondition(input.rowCount > 0, "a picture with fewer rows than it said")
            taken = 0
        }
        taken += blur.push(input, rows: taken..<input.rowCount)
    }
}

extension BlurringStage {
    /// The plan of a blur of premultiplied color.
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
            _ upstream: any BandSource<Premultiplied>,
            _ context: Pipeline.Context
        ) -> any BandSource<Premultiplied> {
            BlurringStage(upstream, geometry: geometry)
        }
    }
}

extension GaussianBlur: RenderedFilter {
    func addStages(to planner: inout StagePlanner) {
        if edge.introducesAlpha { planner.addAlpha() }
        let geometry = BlurGeometry(size: planner.size, sigma: sigma, edge: edge)
        planner.append(premultiplied: BlurringStage.Plan(geometry: geometry))
    }
}
