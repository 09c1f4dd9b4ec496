// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Reduces a premultiplied image: averages squares of pixels.
final class ReducingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private var reduction: SquareReduction
    private var input: Band<Premultiplied>
    private let greatestCount: Int
    private var taken = 0
    private var written = 0

    init(_ upstream: any BandSource<Premultiplied>, side: Int) {
        self.upstream = upstream
        layout = upstream.layout
        size = SquareReduction.outputSize(of: upstream.size, side: side)
        reduction = SquareReduction(size: upstream.size, layout: upstream.layout, side: side)
        input = upstream.makeBand()
        greatestCount = RowIntake.reducedRowCount(side: side)
    }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, greatestCount, size.height - written)
        for row in 0..<count {
            while !reduction.isRowComplete { try add() }
            reduction.take(into: &band, row: row)
        }
        band.rowCount = count
        written += count
    }

    private func add() throws(RenderError) {
        if taken == input.rowCount {
            try upstream.pullRows(into: &input)
            taken = 0
        }
        reduction.add(input, row: taken)
        taken += 1
    }
}

extension ReducingStage {
    /// The plan of a stage that averages squares of premultiplied pixels.
    struct Plan: StagePlan {
        /// The side of a square, in pixels.
        let side: Int

        func output(of input: PictureShape) -> PictureShape {
            let size = SquareReduction.outputSize(of: input.size, side: side)
            return PictureShape(size: size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .squares(side) }

        func byteCount(of input: PictureShape) -> Int {
            SquareReduction.byteCount(size: input.size, layout: input.layout, side: side)
                + input.bandByteCount
        }

        func work(on input: PictureShape) -> Int { input.sampleCount }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            ReducingStage(upstream, side: side)
        }
    }
}
