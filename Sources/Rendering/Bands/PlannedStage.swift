// SPDX-License-Identifier: Apache-2.0

import Raster

/// A stage of a pipeline before it is built, with the shape of its input, its output and its costs.
struct PlannedStage<Form: AlphaForm>: Sendable {
    /// The input extent and channels.
    let input: PictureShape

    /// The output extent and channels.
    let output: PictureShape

    private let plan: any StagePlan<Form>

    /// Creates a planned stage for an input of a given shape.
    ///
    /// - Parameters:
    ///   - plan: The plan of the stage.
    ///   - input: The input extent and channels.
    init(_ plan: any StagePlan<Form>, on input: PictureShape) {
        self.plan = plan
        self.input = input
        output = plan.output(of: input)
    }

    /// The number of input rows that the stage reads for a number of output rows.
    var intake: RowIntake {
        RowIntake(relation: plan.relation(of: input), limit: input.size.height)
    }

    /// The memory of the stage while it delivers rows, in bytes.
    var byteCount: Int { plan.byteCount(of: input) }

    /// The most bytes that the stage allocates before its first row and frees again.
    var passingByteCount: Int { plan.passingByteCount(of: input) }

    /// The stage work, in passes over a sample.
    var work: Int { plan.work(on: input) }

    /// The images other than the source that the stage decodes.
    var pictures: Set<PictureUse> { plan.pictures }

    /// Builds the stage on the source from which it pulls its input rows.
    ///
    /// - Parameters:
    ///   - upstream: The stage to pull from.
    ///   - context: The inputs of stages other than rows.
    /// - Returns: A stage that owns the stage before it.
    func makeStage(_ upstream: Rows<Form>, _ context: StageContext) -> Rows<Form> {
        plan.makeStage(upstream, context)
    }
}
