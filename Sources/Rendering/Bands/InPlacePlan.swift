// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage that changes the samples of each band in place and keeps no rows, such as a color
/// matrix.
protocol InPlacePlan: StagePlan where Form == Straight {
    /// Changes those rows of a band that contain pixels.
    func apply(to band: inout Band<Straight>)
}

extension InPlacePlan {
    /// Each output row depends on the input row with the same index.
    func relation(of input: PictureShape) -> RowIntake.Relation { .same }

    /// The stage memory: zero, because it changes bands in place.
    func byteCount(of input: PictureShape) -> Int { 0 }

    /// The stage work: one pass over all samples.
    func work(on input: PictureShape) -> Int { input.sampleCount }

    /// Creates a stage that pulls bands and changes them in place.
    func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
        InPlaceStage(upstream, change: self)
    }
}

/// Pulls bands, and changes them in place.
final class InPlaceStage<Change: InPlacePlan>: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let change: Change

    init(_ upstream: any BandSource<Straight>, change: Change) {
        self.upstream = upstream
        self.change = change
        size = upstream.size
        layout = upstream.layout
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try upstream.pull(into: &band)
        change.apply(to: &band)
    }
}
