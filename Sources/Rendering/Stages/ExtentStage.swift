// SPDX-License-Identifier: Apache-2.0

import Raster

/// Cuts a part out of a picture, or adds transparent rows and columns around it.
final class ExtentStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let frame: PixelRect
    private var input: Band<Straight>

    /// The first row of the input band.
    private var inputStart = 0

    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, frame: PixelRect) {
        self.upstream = upstream
        self.frame = frame
        size = frame.size
        layout = upstream.layout
        input = upstream.makeBand()
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            let y = frame.y + nextRow
            let isInside = (0..<upstream.size.height).contains(y)
            while isInside, y >= inputStart + input.rowCount {
                inputStart += input.rowCount
                try upstream.pull(into: &input)
                precondition(input.rowCount > 0, "a picture with fewer rows than it said")
            }
            Self.fill(&band, row, from: input, isInside ? y - inputStart : nil, frame.x)
            nextRow += 1
        }
        band.rowCount = count
    }

    /// Fills a row with the columns of another from an index on, and zeros where there are none.
    private static func fill(
        _ band: inout Band<Straight>,
        _ row: Int,
        from input: borrowing Band<Straight>,
        _ inputRow: Int?,
        _ start: Int
    ) {
        for channel in 0..<band.layout.channelCount {
            var target = band.mutableRow(row, of: channel)
            guard let inputRow else {
                for x in 0..<target.count { target[x] = 0 }
                continue
            }
            let source = input.row(inputRow, of: channel)
            for x in 0..<target.count {
                let column = x + start
                target[x] = column >= 0 && column < source.count ? source[column] : 0
            }
        }
    }
}

extension ExtentStage {
    /// The plan of a change of extent.
    struct Plan: StagePlan {
        /// The extent of the output, in pixels of the input; transparent outside of it.
        let frame: PixelRect

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: frame.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(max(0, frame.y)) }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { output(of: input).sampleCount }

        func makeStage(
            _ upstream: any BandSource<Straight>,
            _ context: Pipeline.Context
        ) -> any BandSource<Straight> {
            ExtentStage(upstream, frame: frame)
        }
    }
}
