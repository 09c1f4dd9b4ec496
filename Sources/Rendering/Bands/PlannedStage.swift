// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage plan in its place in a pipeline: the shape of what goes in is known, and with it all costs.
struct PlannedStage<Form: AlphaForm>: Sendable {
    /// The extent and the channels of what goes in.
    let input: PictureShape

    /// The extent and the channels of what comes out.
    let output: PictureShape

    private let plan: any StagePlan<Form>

    /// Plans a stage.
    ///
    /// - Parameters:
    ///   - plan: What the stage does.
    ///   - input: The extent and the channels of what goes in.
    init(_ plan: any StagePlan<Form>, on input: PictureShape) {
        self.plan = plan
        self.input = input
        output = plan.output(of: input)
    }

    /// How many rows the stage takes in for those that are asked of it.
    var intake: RowIntake {
        RowIntake(relation: plan.relation(of: input), limit: input.size.height)
    }

    /// The bytes that the stage keeps.
    var byteCount: Int { plan.byteCount(of: input) }

    /// The most bytes that the stage takes at one time before its first row, and frees again.
    var passingByteCount: Int { plan.passingByteCount(of: input) }

    /// The work that the stage does, in passes over a sample.
    var work: Int { plan.work(on: input) }

    /// Builds the stage.
    ///
    /// - Parameters:
    ///   - upstream: The stage that it pulls from.
    ///   - context: Everything that stages may need beside rows.
    /// - Returns: A stage that owns the one before it.
    func makeStage(
        _ upstream: any BandSource<Form>,
        _ context: Pipeline.Context
    ) -> any BandSource<Form> {
        plan.makeStage(upstream, context)
    }
}
