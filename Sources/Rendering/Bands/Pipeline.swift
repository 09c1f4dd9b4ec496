// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The stages of one render, each owning the one above it.
///
/// Keep the pipeline, not only its ``end``: it releases its stages one after the other, from below.
/// Panes on panes can be thousands of stages. If each released the next in its own deinit, the
/// stack would overflow.
final class Pipeline {
    /// The inputs of stages other than the rows of the picture.
    struct Context {
        /// The pictures that the plan uses.
        var resources: [ResourceID: SourceImage]
        /// The largest size of the pictures of contents and masks.
        var limits: DecodeLimits
        /// The cancellation of the render.
        var cancellation: Cancellation
        /// The cache that decodes the pictures of contents and masks.
        var pictures = ResourcePictures()
    }

    private let source: any BandSource<Straight>

    /// All stages below the source, from top to bottom.
    private var stages: [any BandSource<Straight>] = []

    /// Builds stages.
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
        self.source = source
        self.stages.reserveCapacity(stages.count)
        for stage in stages { self.stages.append(stage.makeStage(end, context)) }
    }

    deinit {
        while !stages.isEmpty { stages.removeLast() }
    }

    /// The bottom of the pipeline, from which the encoder pulls.
    var end: any BandSource<Straight> { stages.last ?? source }
}
