// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Makes an image transparent outside of a shape.
///
/// Alpha is multiplied by the exact area of each pixel that is inside; colors stay as they are.
final class ClippingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var coverage: PathCoverage
    private var shares: Band<Straight>

    init(_ rows: RowsWithAlpha, shapes: [Shape]) {
        upstream = rows.source
        (size, layout) = (upstream.size, upstream.layout)
        coverage = PathCoverage(shapes, bounds: Self.bounds(of: size))
        shares = Band(layout: .gray, width: size.width, capacity: 1)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        for row in 0..<band.rowCount {
            var share = shares.mutableRow(0, of: 0)
            _ = coverage.coverNext(into: &share)
            var alpha = band.mutableRow(row, of: layout.channelCount - 1)
            for x in 0..<alpha.count where share[x] < 65_535 {
                alpha[x] = UInt16((UInt32(alpha[x]) * UInt32(share[x]) + 32_767) / 65_535)
            }
        }
    }

    fileprivate static func bounds(of size: PixelSize) -> PixelRect {
        PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    }
}

extension ClippingStage {
    /// The plan of a stage that makes an image transparent outside of a shape.
    struct Plan: StagePlan {
        /// The shape, or nothing where all of the image becomes transparent.
        let shapes: [Shape]

        func relation(of input: PictureShape) -> RowIntake.Relation { .same }

        func byteCount(of input: PictureShape) -> Int {
            PathCoverage.byteCount(shapes, bounds: ClippingStage.bounds(of: input.size))
                + Band<Straight>.byteCount(layout: .gray, width: input.size.width, capacity: 1)
        }

        func work(on input: PictureShape) -> Int { 4 * input.size.pixelCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ClippingStage(RowsWithAlpha(upstream), shapes: shapes)
        }
    }
}

extension ClipShape {
    /// Adds the stages that make an image transparent outside of the shape.
    func addStages(to planner: inout StagePlanner) {
        planner.addAlpha()
        planner.append(ClippingStage.Plan(shapes: [shape(on: planner.size)].compactMap { $0 }))
    }
}
