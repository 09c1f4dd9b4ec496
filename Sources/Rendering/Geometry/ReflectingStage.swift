// SPDX-License-Identifier: Apache-2.0

import Raster

/// Fills a frame around an image with mirror images of it.
///
/// The first pixel outside of an edge repeats the pixel at the edge, as with the edge mode
/// `mirror`. Rows above the image show the rows below its upper edge, so the whole image is
/// kept in memory.
final class ReflectingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let rows: [Int]
    private let columns: [Int]
    private var picture: RecordedPicture?
    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, frame: PixelRect) {
        self.upstream = upstream
        size = frame.size
        layout = upstream.layout
        rows = frame.rows.map { Self.reflect($0, in: upstream.size.height) }
        columns = frame.columns.map { Self.reflect($0, in: upstream.size.width) }
    }

    func prepare() throws(RenderError) { _ = try recorded() }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let picture = try recorded()
        band.rowCount = min(band.capacity, size.height - nextRow)
        for row in 0..<band.rowCount {
            picture.copyRow(rows[nextRow + row], columns: columns, into: &band, row: row, from: 0)
        }
        nextRow += band.rowCount
    }

    private func recorded() throws(RenderError) -> RecordedPicture {
        if let picture { return picture }
        let recorded = try RecordedPicture(upstream)
        picture = recorded
        return recorded
    }

    /// The index of the pixel shown at a position of a row or column that is continued by
    /// reflection.
    private static func reflect(_ position: Int, in count: Int) -> Int {
        let period = 2 * count
        let index = ((position % period) + period) % period
        return min(index, period - 1 - index)
    }
}

extension ReflectingStage {
    /// The plan of a stage that enlarges an image to a frame filled with mirror images.
    struct Plan: StagePlan {
        /// The rectangle of the result, in coordinates of the image.
        let frame: PixelRect

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: frame.size, layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            RecordedPicture.byteCount(size: input.size, layout: input.layout)
                + input.bandByteCount
                + (frame.size.width + frame.size.height) * MemoryLayout<Int>.stride
        }

        func work(on input: PictureShape) -> Int {
            2 * input.sampleCount + output(of: input).sampleCount
        }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ReflectingStage(upstream, frame: frame)
        }
    }
}
