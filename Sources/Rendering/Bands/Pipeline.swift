// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The stages of one render, each pulling from the one above it.
///
/// Stages are built with their first row and released behind their last; see ``StageLink``.
///
/// Keep the pipeline, not only its ``end``: it releases its stages one after the other, from below.
/// Panes on panes can be thousands of stages. If each released the next in its own deinit, the
/// stack would overflow.
final class Pipeline {
    /// The inputs of a stage besides the rows of the picture.
    struct Context {
        /// The pictures that the plan uses.
        var resources: [ResourceID: SourceImage]
        /// The largest size of a picture that a pane shows or uses as a mask.
        var limits: DecodeLimits
        /// The color space to which the pictures in panes are converted.
        var space = WorkingSpace.standard
        /// The token that tells the stages to stop, because the render is cancelled or its deadline
        /// has passed.
        var cancellation: Cancellation
        /// The cache of decoded pictures that panes show or use as masks.
        var pictures = ResourcePictures()
        /// The fonts and text libraries that the render was planned with; nil for any.
        var typesetting: String?
    }

    private let source: any BandSource<Straight>

    /// All stages below the source, from top to bottom.
    private var stages: [StageLink<Straight>] = []

    /// Connects the planned stages of a render; none of them is built yet.
    ///
    /// - Parameters:
    ///   - source: The top of the pipeline.
    ///   - stages: The stages that a ``StagePlanner`` planned for that source.
    ///   - context: The inputs of stages other than rows.
    init(
        _ source: any BandSource<Straight>,
        stages: [PlannedStage<Straight>],
        context: Context
    ) {
        self.source = CheckedSource(source, context.cancellation)
        self.stages.reserveCapacity(stages.count)
        for stage in stages { self.stages.append(StageLink(stage, on: end, context)) }
    }

    deinit {
        while !stages.isEmpty { stages.removeLast() }
    }

    /// The bottom of the pipeline, from which the encoder pulls.
    var end: any BandSource<Straight> { stages.last ?? source }
}

/// The source of a pipeline, which checks for cancellation before each band.
private final class CheckedSource: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let source: any BandSource<Straight>
    private let cancellation: Cancellation

    init(_ source: any BandSource<Straight>, _ cancellation: Cancellation) {
        self.source = source
        self.cancellation = cancellation
        (size, layout) = (source.size, source.layout)
    }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        try cancellation.check()
        try source.pull(into: &band)
    }
}
