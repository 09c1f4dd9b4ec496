// SPDX-License-Identifier: Apache-2.0

import Raster

/// Keeps a whole picture, so that the stages above are done before those below begin.
final class SpoolingStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private var rows: (any BandSource<Straight>)?

    init(_ upstream: any BandSource<Straight>) {
        self.upstream = upstream
        (size, layout) = (upstream.size, upstream.layout)
    }

    /// The bytes that the stage holds.
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
    /// The plan of a whole picture that is kept.
    struct Plan: StagePlan {
        func relation(of input: PictureShape) -> RowIntake.Relation { .all }

        func byteCount(of input: PictureShape) -> Int { SpoolingStage.byteCount(input) }

        func work(on input: PictureShape) -> Int { input.sampleCount }

        func makeStage(
            _ upstream: any BandSource<Straight>,
            _ context: Pipeline.Context
        ) -> any BandSource<Straight> {
            SpoolingStage(upstream)
        }
    }
}
