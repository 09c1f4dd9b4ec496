// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Resizes a premultiplied image by resampling.
///
/// Where rows are reduced, it keeps sums of a few result rows, and otherwise as many input rows as
/// the kernel spans.
final class ResizingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let planes: [Plane]
    private var input: Band<Premultiplied>
    private var taken = 0
    private var nextRow = 0

    private final class Plane {
        var resampling: PlaneResampling

        init(_ rows: ResamplingAxis, _ columns: ResamplingAxis) {
            resampling = PlaneResampling(rows: rows, columns: columns)
        }
    }

    init(_ upstream: any BandSource<Premultiplied>, resize: Resize) {
        self.upstream = upstream
        (size, layout) = (resize.size, upstream.layout)
        input = upstream.makeBand()
        let (columns, rows) = resize.axes(on: upstream.size)
        let axes = (rows: ResamplingAxis(rows), columns: ResamplingAxis(columns))
        planes = (0..<layout.channelCount).map { _ in Plane(axes.rows, axes.columns) }
    }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        while planes[0].resampling.isHungry(for: nextRow + count) { try feed() }
        let rows = nextRow..<(nextRow + count)
        if count > 0 {
            for channel in 0..<layout.channelCount {
                let stride = band.stride
                var target = band.mutableRows(0..<count, of: channel)
                planes[channel].resampling.makeRows(rows, into: &target, stride: stride)
            }
        }
        band.limitColor(ofRows: 0..<count)
        nextRow += count
        band.rowCount = count
    }

    private func feed() throws(RenderError) {
        if taken == input.rowCount {
            try upstream.pullRows(into: &input)
            taken = 0
        }
        for channel in 0..<layout.channelCount {
            planes[channel].resampling.push(input.row(taken, of: channel))
        }
        taken += 1
    }
}

extension ResizingStage {
    /// The plan of a stage that resizes an image.
    struct Plan: StagePlan {
        let resize: Resize

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: resize.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation {
            let part = resize.source(on: input.size)
            let step = part.height / Double(resize.size.height)
            let reach = resize.kernel.support * max(1, step)
            return .scaled(step: step, ahead: Int((max(0, part.y) + reach).rounded(.up)) + 1)
        }

        func byteCount(of input: PictureShape) -> Int {
            let part = resize.source(on: input.size).pixels(within: input.size)
            let plane = PlaneResampling.byteCount(
                input: part.size,
                output: resize.size,
                support: resize.kernel.support
            )
            return input.layout.channelCount * plane + input.bandByteCount
        }

        func work(on input: PictureShape) -> Int {
            2 * (input.sampleCount + output(of: input).sampleCount)
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            ResizingStage(upstream, resize: resize)
        }
    }
}

extension Resize {
    /// Returns the resampling weights of the columns and of the rows.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The weights of the columns and of the rows.
    func axes(on picture: PixelSize) -> (columns: ResamplingRuns, rows: ResamplingRuns) {
        let part = source(on: picture)
        func axis(_ input: Int, _ output: Int, _ origin: Double, _ length: Double)
            -> ResamplingRuns
        {
            ResamplingRuns(
                inputCount: input,
                outputCount: output,
                origin: origin,
                length: length,
                support: kernel.support,
                averages: kernel.averages,
                weight: kernel.weight
            )
        }
        return (
            axis(picture.width, size.width, part.x, part.width),
            axis(picture.height, size.height, part.y, part.height)
        )
    }
}

extension Band<Premultiplied> {
    /// Limits premultiplied colors to their alpha, because kernels with negative weights may make
    /// them greater.
    mutating func limitColor(ofRows rows: Range<Int>) {
        guard layout.hasAlpha else { return }
        let (alpha, width, planeStride) = (layout.channelCount - 1, width, planeStride)
        for row in rows {
            var planes = mutablePlanes(ofRow: row)
            for channel in 0..<alpha {
                for x in 0..<width {
                    let place = channel * planeStride + x
                    planes[place] = Swift.min(planes[place], planes[alpha * planeStride + x])
                }
            }
        }
    }
}
