// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// Fades an image to transparency towards its corners.
final class VignetteStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>

    /// The distances from the center, in pixels, at which alpha begins to fall and at which it is
    /// zero.
    private let (first, last): (Float, Float)
    private var nextRow = 0

    init(_ rows: RowsWithAlpha, vignette: Vignette) {
        upstream = rows.source
        (size, layout) = (upstream.size, upstream.layout)
        first = Float(Double(min(size.width, size.height)) / 2 * vignette.start)
        last = Float(max(size.width, size.height)) / 2
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        for row in 0..<band.rowCount {
            let y = Float(nextRow + row) + 0.5 - Float(size.height) / 2
            fade(y, &band, row)
        }
        nextRow += band.rowCount
    }

    private func fade(_ y: Float, _ band: inout Band<Straight>, _ row: Int) {
        // A ramp of no length is a step.
        let slope = last > first ? 1 / (last - first) : Float.greatestFiniteMagnitude
        let middle = Float(size.width) / 2 - 0.5
        let last = last
        var alpha = band.mutableRow(row, of: layout.channelCount - 1)
        for x in 0..<alpha.count {
            let u = Float(x) - middle
            let ramp = (last - (u * u + y * y).squareRoot()) * slope
            if ramp >= 1 { continue }
            alpha[x] = UInt16((Float(alpha[x]) * max(ramp, 0)).rounded())
        }
    }
}

extension VignetteStage {
    /// The plan of a stage that fades an image to transparency towards its corners.
    struct Plan: StagePlan {
        let vignette: Vignette

        func relation(of input: PictureShape) -> RowIntake.Relation { .same }

        func byteCount(of input: PictureShape) -> Int { 0 }

        func work(on input: PictureShape) -> Int { 4 * input.size.pixelCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            VignetteStage(RowsWithAlpha(upstream), vignette: vignette)
        }
    }
}

extension Vignette: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        planner.addAlpha()
        planner.append(VignetteStage.Plan(vignette: self))
    }
}
