// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Stretches or repeats the middle of a premultiplied image between its caps; these keep their
/// size.
///
/// Rows of the result may need any row, so the whole image is kept in memory.
final class StretchingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let cancellation: Cancellation
    private let axes: (columns: FrameAxis, rows: FrameAxis)
    private var picture: Band<Premultiplied>
    private var nextRow = 0

    init(
        _ upstream: any BandSource<Premultiplied>,
        stretch: CapStretch,
        cancellation: Cancellation
    ) {
        self.upstream = upstream
        self.cancellation = cancellation
        (size, layout) = (stretch.size, upstream.layout)
        axes = stretch.axes(on: upstream.size)
        picture = Band(
            layout: layout,
            width: upstream.size.width,
            capacity: upstream.size.height
        )
    }

    func prepare() throws(RenderError) { try upstream.pullAll(into: &picture) }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        try prepare()
        let rows = nextRow..<min(nextRow + band.capacity, size.height)
        let made = try picture.framed(
            columns: axes.columns,
            rows: axes.rows,
            part: rows,
            order: .rowsFirst,
            check: cancellation.check
        )
        band.rowCount = 0
        band.append(made)
        nextRow = rows.upperBound
    }
}

extension CapStretch {
    /// Returns the resampling weights of the columns and of the rows.
    ///
    /// - Parameter picture: The image extent.
    /// - Returns: The weights of the columns and of the rows.
    func axes(on picture: PixelSize) -> (columns: FrameAxis, rows: FrameAxis) {
        func axis(_ count: Int, _ length: Int, _ first: Int, _ last: Int) -> FrameAxis {
            let side = FrameSide(0, Double(length), part: 0...Double(count), seen: 0..<length)
            return FrameAxis(
                side.capped(first, last, scale: 1, caps.resizing),
                count: count,
                positions: 0..<length,
                kernel: .lanczos3
            )
        }
        return (
            axis(picture.width, size.width, caps.left, caps.right),
            axis(picture.height, size.height, caps.top, caps.bottom)
        )
    }
}

extension StretchingStage {
    /// The plan of a stage that stretches an image between its caps.
    struct Plan: StagePlan {
        let stretch: CapStretch

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: stretch.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            let (picture, size) = (input.size, stretch.size)
            let kept = Band<Premultiplied>.byteCount(
                layout: input.layout,
                width: picture.width,
                capacity: picture.height
            )
            return kept + input.bandByteCount + output(of: input).bandByteCount
                + picture.width * MemoryLayout<Float>.stride
                + FrameAxis.byteCount(
                    positions: size.width,
                    weights: weights(picture.width, size.width)
                )
                + FrameAxis.byteCount(
                    positions: size.height,
                    weights: weights(picture.height, size.height)
                )
        }

        func work(on input: PictureShape) -> Int {
            let (picture, size) = (input.size, stretch.size)
            let weighted =
                weights(picture.height, size.height) * picture.width
                + size.height * weights(picture.width, size.width)
            return 2 * input.sampleCount + input.layout.channelCount * weighted
        }

        /// The greatest number of resampling weights along an axis.
        ///
        /// There are six lobes, as wide as the samples of a pixel, and the same again for pixels on
        /// a border of two parts.
        private func weights(_ count: Int, _ length: Int) -> Int {
            8 * length + 6 * count + (stretch.caps.resizing == .tile ? 14 * length : 0)
        }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            StretchingStage(upstream, stretch: stretch, cancellation: context.cancellation)
        }
    }
}
