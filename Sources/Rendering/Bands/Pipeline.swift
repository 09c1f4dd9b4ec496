// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The stages of one render, each pulling rows from the stage before it.
///
/// Nothing happens until rows are pulled from the ``end``. A pull of one band makes the last stage
/// pull the bands that it needs, and so on up to the source:
///
///     let pipeline = Pipeline(decoder, stages: planner.stages, context: context)
///     let end = pipeline.end
///     var band = end.makeBand()
///     repeat {
///         try end.pull(into: &band)
///         // Encode the rows of the band.
///     } while band.rowCount > 0
///
/// A stage is built when its first row is pulled, and released after its last row, together with
/// all stages before it (``StageLink``). Stages that need the whole image for their first row read
/// it one after the other, from the top. So the memory of a render is the memory of the stages that
/// are in use at one time, and not the sum of all stages. Each stage holds only the rows that it
/// needs, often a few bands of 16 rows; the ``StagePlan`` states the memory and the work in
/// advance.
///
/// Every stage checks for cancellation before each band. An error leaves the pipeline unusable.
///
/// Keep the pipeline itself alive, not only its ``end``: it releases its stages one after the
/// other, from the last. There can be thousands, and a recursive release would overflow the stack.
/// A pipeline is used once, by one thread at a time. ``StagePlanner`` chooses its stages.
final class Pipeline {
    private let source: any BandSource<Straight>

    /// All stages after the source, in order.
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
        context: StageContext
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

/// The source of a pipeline, with a check for cancellation before each band.
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
