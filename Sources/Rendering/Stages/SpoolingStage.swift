// SPDX-License-Identifier: Apache-2.0

import Raster

/// Stores a whole image between two stages, so that earlier stages end before later stages
/// begin.
final class SpoolingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var rows: (any BandSource<Straight>)?

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ shape: PictureShape) -> Int {
        RecordedPicture.byteCount(size: shape.size, layout: shape.layout) + shape.bandByteCount
    }

    func prepare() throws(RenderError) {
        if rows == nil { rows = try RecordedPicture(upstream).wholeStage }
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try prepare()
        try rows?.pull(into: &band)
    }
}

extension SpoolingStage {
    /// The plan of a stage that stores the whole image between two others.
    struct Plan: StagePlan {
        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int { SpoolingStage.byteCount(input) }

        func work(on input: PictureShape) -> Int { input.sampleCount }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            SpoolingStage(upstream)
        }
    }
}
