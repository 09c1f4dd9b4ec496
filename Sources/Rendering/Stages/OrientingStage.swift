// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// Turns an image upright, for orientations that need more than one row at a time.
///
/// The last row may be the first of the result, or columns may become rows. So the whole image is
/// kept, and the memory budget counts it.
final class OrientingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var eightBit: StoredPicture<UInt8>?
    private var sixteenBit: StoredPicture<UInt16>?
    private var isFilled = false
    private var nextRow = 0

    init(_ upstream: any BandSource<Straight>, orientation: Orientation, depth: SampleDepth) {
        self.upstream = upstream
        layout = upstream.layout
        size = orientation.displaySize(of: upstream.size)
        let (stored, layout) = (upstream.size, upstream.layout)
        switch depth {
        case .eight:
            eightBit = StoredPicture(size: stored, layout: layout, orientation: orientation)
        case .sixteen:
            sixteenBit = StoredPicture(size: stored, layout: layout, orientation: orientation)
        }
    }

    func prepare() throws(RenderError) { if !isFilled { try fill() } }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try prepare()
        let rows = nextRow..<min(nextRow + band.capacity, size.height)
        eightBit?.load(rows, into: &band)
        sixteenBit?.load(rows, into: &band)
        band.rowCount = rows.count
        nextRow = rows.upperBound
    }

    private func fill() throws(RenderError) {
        var band = upstream.makeBand()
        var row = 0
        while true {
            try upstream.pull(into: &band)
            if band.rowCount == 0 { break }
            eightBit?.store(band, atRow: row)
            sixteenBit?.store(band, atRow: row)
            row += band.rowCount
        }
        isFilled = true
    }
}

extension OrientingStage {
    /// The plan of a stage that turns an image upright and needs all of it in memory.
    struct Plan: StagePlan {
        let orientation: Orientation

        /// The bit depth of the file's samples.
        let depth: SampleDepth

        func output(of input: PictureShape) -> PictureShape {
            PictureShape(size: orientation.displaySize(of: input.size), layout: input.layout)
        }

        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int {
            let stored =
                switch depth {
                case .eight:
                    StoredPicture<UInt8>.byteCount(size: input.size, layout: input.layout)
                case .sixteen:
                    StoredPicture<UInt16>.byteCount(size: input.size, layout: input.layout)
                }
            return stored + input.bandByteCount
        }

        func work(on input: PictureShape) -> Int { 2 * input.sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            OrientingStage(upstream, orientation: orientation, depth: depth)
        }
    }
}
