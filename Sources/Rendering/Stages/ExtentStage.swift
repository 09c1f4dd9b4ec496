// SPDX-License-Identifier: Apache-2.0

import Raster

/// Crops an image, or adds rows and columns of one color around it.
final class ExtentStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let frame: PixelRect
    private let outside: [UInt16]
    private var input: Band<Straight>

    /// The index of the first row of the input band.
    private var inputStart = 0

    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, frame: PixelRect, color: StraightColor? = nil) {
        self.upstream = upstream
        outside = upstream.layout.samples(of: color)
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
                try upstream.pullRows(into: &input)
            }
            Self.fill(&band, row, from: input, isInside ? y - inputStart : nil, frame.x, outside)
            nextRow += 1
        }
        band.rowCount = count
    }

    /// Fills a row with the columns of another from an index on, and with one color outside of
    /// them.
    private static func fill(
        _ band: inout Band<Straight>,
        _ row: Int,
        from input: borrowing Band<Straight>,
        _ inputRow: Int?,
        _ start: Int,
        _ outside: [UInt16]
    ) {
        for channel in 0..<band.layout.channelCount {
            var target = band.mutableRow(row, of: channel)
            guard let inputRow else {
                target.update(repeating: outside[channel])
                continue
            }
            let source = input.row(inputRow, of: channel)
            for x in 0..<target.count {
                let column = x + start
                let isInside = column >= 0 && column < source.count
                target[x] = isInside ? source[column] : outside[channel]
            }
        }
    }
}

extension ExtentStage {
    /// The plan of a stage that crops an image or adds a color around it.
    struct Plan: StagePlan {
        /// The rectangle of the output, in coordinates of the input.
        let frame: PixelRect

        /// The color outside of the input; nil for transparency.
        var color: StraightColor?

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: frame.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(max(0, frame.y)) }

        func byteCount(of input: PictureShape) -> Int { input.bandByteCount }

        func work(on input: PictureShape) -> Int { output(of: input).sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ExtentStage(upstream, frame: frame, color: color)
        }
    }
}

extension ChannelLayout {
    /// Returns the samples of a color, one for each channel; zeros for nil.
    fileprivate func samples(of color: StraightColor?) -> [UInt16] {
        guard let color else { return Array(repeating: 0, count: channelCount) }
        let channels = isColor ? [color.red, color.green, color.blue] : [color.red]
        let all = hasAlpha ? channels + [color.alpha] : channels
        return all.map { UInt16((min(max($0, 0), 1) * 65_535).rounded()) }
    }
}
