// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Enlarges each pixel to a square of pixels, as the counterpart of ``ReducingStage``.
final class ReplicatingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let side: Int
    private var input: Band<Straight>

    /// The index of the first row of the current input band, and the index of the next output row.
    private var (inputStart, nextRow) = (0, 0)

    /// Creates a stage that enlarges each pixel to a square.
    ///
    /// - Parameters:
    ///   - upstream: An image with one pixel for each square.
    ///   - side: The side of a square.
    ///   - size: The output extent; squares at the ends are cut off.
    init(_ upstream: any BandSource<Straight>, side: Int, size: PixelSize) {
        self.upstream = upstream
        self.side = side
        self.size = size
        layout = upstream.layout
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let end = min(nextRow + band.capacity, size.height)
        let start = nextRow
        while nextRow < end {
            let square = nextRow / side
            if square >= inputStart + input.rowCount {
                inputStart += input.rowCount
                try upstream.pullRows(into: &input)
            }
            let next = min((square + 1) * side, end)
            band.repeatSamples(
                of: input,
                row: square - inputStart,
                times: side,
                into: (nextRow - start)..<(next - start)
            )
            nextRow = next
        }
        band.rowCount = end - start
    }
}

extension ReplicatingStage {
    /// The plan of a stage that enlarges each pixel to a square.
    struct Plan: StagePlan {
        /// The side of a square, in pixels.
        let side: Int

        /// The width and the height of the output, in pixels.
        let size: PixelSize

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .replicas(side) }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { output(of: input).sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ReplicatingStage(upstream, side: side, size: size)
        }
    }
}

extension Capture: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        let whole = planner.size
        // No square is larger than the image.
        let side = min(side, max(whole.width, whole.height))
        planner.append(premultiplied: ReducingStage.Plan(side: side))
        planner.add(filters)
        planner.append(ReplicatingStage.Plan(side: side, size: whole))
    }
}

extension Pixelation: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        Capture(side: side, filters: []).addStages(to: &planner)
    }
}

extension AverageColor: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        // A single square covers the image.
        let side = max(planner.size.width, planner.size.height)
        Capture(side: side, filters: []).addStages(to: &planner)
    }
}
