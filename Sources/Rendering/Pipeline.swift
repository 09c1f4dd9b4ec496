// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The stages of one render, each owning the one before it.
struct Pipeline {
    /// The lower end, from which the encoder is fed.
    let end: any BandSource<Straight>

    private enum Stream {
        case straight(any BandSource<Straight>)
        case premultiplied(any BandSource<Premultiplied>)
    }

    init(_ source: any BandSource<Straight>, stages: [PlannedStage]) {
        let stream = stages.reduce(Stream.straight(source)) { Self.extend($0, by: $1) }
        guard case .straight(let end) = stream else {
            preconditionFailure("a plan that ends premultiplied")
        }
        self.end = end
    }

    private static func extend(_ stream: Stream, by stage: PlannedStage) -> Stream {
        switch (stream, stage.operation) {
        case (.straight(let upstream), .mirror):
            return .straight(MirroringStage(upstream))
        case (.straight(let upstream), .orient(let orientation, let depth)):
            return .straight(OrientingStage(upstream, orientation: orientation, depth: depth))
        case (.straight(let upstream), .addAlpha):
            return .straight(AddingAlphaStage(upstream))
        case (.straight(let upstream), .premultiply):
            return .premultiplied(PremultiplyingStage(upstream))
        case (.premultiplied(let upstream), .blur(let geometry)):
            return .premultiplied(BlurringStage(upstream, geometry: geometry))
        case (.premultiplied(let upstream), .unpremultiply):
            return .straight(UnpremultiplyingStage(upstream))
        case (.straight(let upstream), .mix(let matrix)):
            return .straight(MixingStage(upstream, matrix: matrix))
        case (.straight(let upstream), .flatten(let background)):
            return .straight(
                FlatteningStage(upstream, background: background, layout: stage.layout)
            )
        case (.straight, .blur), (.straight, .unpremultiply),
            (.premultiplied, .mirror), (.premultiplied, .orient), (.premultiplied, .addAlpha),
            (.premultiplied, .premultiply), (.premultiplied, .mix), (.premultiplied, .flatten):
            preconditionFailure("a plan that mixes up the forms of alpha")
        }
    }
}
