// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The stages of one render, each owning the one before it.
///
/// A pipeline that is kept, rather than its ``end`` alone, releases its stages from below, one after
/// the other. Panes on panes are thousands of stages, and each would release the next out of its own
/// end, which no stack holds.
final class Pipeline {
    /// What stages may need beside the rows of the picture.
    struct Context {
        /// The pictures that the plan names.
        var resources: [ResourceID: SourceImage]
        /// What these pictures may measure.
        var limits: DecodeLimits
        /// Who may stop the render.
        var cancellation: Cancellation
        /// Decodes these pictures.
        var pictures = ResourcePictures()
    }

    private let source: any BandSource<Straight>

    /// All stages below the source, the lowest last.
    private var stages: [any BandSource<Straight>] = []

    /// Builds stages.
    ///
    /// - Parameters:
    ///   - source: The upper end.
    ///   - stages: As a ``StagePlanner`` planned them for that source.
    ///   - context: Everything that stages may need beside rows.
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

    /// The lower end, from which the encoder is fed.
    var end: any BandSource<Straight> { stages.last ?? source }
}
