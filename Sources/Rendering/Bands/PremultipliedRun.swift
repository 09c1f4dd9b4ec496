// SPDX-License-Identifier: Apache-2.0

import Raster

/// Consecutive stages on premultiplied color, between one that premultiplies and one that
/// unpremultiplies.
struct PremultipliedRun: StagePlan {
    private let stages: [PlannedStage<Premultiplied>]

    /// Plans stages.
    ///
    /// - Parameters:
    ///   - plans: The stages, in order.
    ///   - input: The extent and the channels of the input.
    init(_ plans: [any StagePlan<Premultiplied>], on input: PictureShape) {
        var shape = input
        stages = plans.map { plan in
            let stage = PlannedStage(plan, on: shape)
            shape = stage.output
            return stage
        }
    }

    func output(of input: PictureShape) -> PictureShape { stages.last?.output ?? input }

    func relation(of input: PictureShape) -> RowIntake.Relation { .run(stages.map(\.intake)) }

    func byteCount(of input: PictureShape) -> Int { stages.reduce(0) { $0 + $1.byteCount } }

    func passingByteCount(of input: PictureShape) -> Int {
        stages.reduce(0) { max($0, $1.passingByteCount) }
    }

    func work(on input: PictureShape) -> Int {
        // One pass to premultiply, and two to unpremultiply.
        let conversions = input.sampleCount + 2 * output(of: input).sampleCount
        return stages.reduce(conversions) { $0 + $1.work }
    }

    func makeStage(
        _ upstream: any BandSource<Straight>,
        _ context: Pipeline.Context
    ) -> any BandSource<Straight> {
        // A stage that needs all rows pulls them in a single step of the render, so cancellation is
        // checked here.
        func checked(_ stage: any BandSource<Premultiplied>) -> any BandSource<Premultiplied> {
            CheckedStage(stage, context.cancellation)
        }
        let first: any BandSource<Premultiplied> = PremultiplyingStage(upstream)
        let last = stages.reduce(first) { $1.makeStage(checked($0), context) }
        return UnpremultiplyingStage(checked(last))
    }
}
