// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage that changes each band of straight color in place and keeps no rows, such as a change of
/// color.
protocol InPlacePlan: StagePlan where Form == Straight {
    /// Applies the change to those rows of a band that contain pixels.
    func apply(to band: inout Band<Straight>)
}

extension InPlacePlan {
    /// The identity: each row depends on the same row of the input.
    func relation(of input: PictureShape) -> RowIntake.Relation { .same }

    /// Zero: the band is changed in place.
    func byteCount(of input: PictureShape) -> Int { 0 }

    /// One pass over the samples.
    func work(on input: PictureShape) -> Int { input.sampleCount }

    /// Builds the stage.
    func makeStage(
        _ upstream: any BandSource<Straight>,
        _ context: Pipeline.Context
    ) -> any BandSource<Straight> {
        InPlaceStage(upstream, change: self)
    }
}

/// Pulls bands, and changes them in place.
private final class InPlaceStage<Change: InPlacePlan>: BandSource {
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
