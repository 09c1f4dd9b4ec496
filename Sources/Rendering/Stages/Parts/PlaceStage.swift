// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// Changes the color of each pixel by its position.
final class PlaceStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let changes: PlaceFunction.Changes
    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, function: PlaceFunction) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
        changes = function.changes(upstream.size)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        for row in 0..<band.rowCount { change(&band, row) }
        nextRow += band.rowCount
    }

    private func change(_ band: inout Band<Straight>, _ row: Int) {
        let (stride, width) = (band.planeStride, band.width)
        let colorCount = layout.colorChannelCount
        let (changes, y) = (changes, nextRow + row)
        var planes = band.mutablePlanes(ofRow: row)
        for x in 0..<width {
            let change = changes(x, y)
            let addend = change.addend * 65_535
            for channel in 0..<colorCount {
                let index = channel * stride + x
                let value = Float(planes[index]) * change.factor + addend
                planes[index] = UInt16(min(max(value, 0), 65_535) + 0x1p23 - 0x1p23)
            }
        }
    }
}

extension PlaceStage {
    /// The plan of a stage that changes colors by their positions.
    struct Plan: StagePlan {
        let function: PlaceFunction

        func relation(of input: PictureShape) -> RowIntake.Relation { .same }

        func byteCount(of input: PictureShape) -> Int { 0 }

        func work(on input: PictureShape) -> Int {
            input.sampleCount + 40 * input.size.pixelCount
        }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            PlaceStage(upstream, function: function)
        }
    }
}

extension PlaceFunction: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        planner.append(PlaceStage.Plan(function: self))
    }
}
