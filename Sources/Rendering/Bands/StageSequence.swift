// SPDX-License-Identifier: Apache-2.0

import Raster

/// Stages that pass rows to each other, from top to bottom.
extension Array {
    /// The greatest number of bytes that the stages hold at one time.
    ///
    /// A stage that reads the whole image does so before later stages are built, and
    /// earlier stages are released by then.
    func byteCount<Form>() -> Int where Element == PlannedStage<Form> {
        StageCost.most(of: map { StageCost($0) })
    }

    /// The greatest number of bytes that one of the stages holds only before its first row.
    func passingByteCount<Form>() -> Int where Element == PlannedStage<Form> {
        reduce(0) { Swift.max($0, $1.passingByteCount) }
    }

    /// The work of the stages, in passes over a sample.
    func work<Form>() -> Int where Element == PlannedStage<Form> {
        reduce(0) { $0 + $1.work }
    }

    /// The images other than the source that the stages decode.
    func pictures<Form>() -> Set<PictureUse> where Element == PlannedStage<Form> {
        reduce(into: []) { $0.formUnion($1.pictures) }
    }
}

extension [PlannedStage<Straight>] {
    /// The least saving of memory, in bytes, for which a whole image is stored between two
    /// stages.
    static let worthwhileByteCount = 4 << 20

    /// The same stages, with the whole image stored between two of them where that takes less
    /// memory.
    ///
    /// Many stages that each keep a good part of the image then work one after the other instead
    /// of side by side. The samples stay the same, but the first row comes later.
    var spooled: [PlannedStage<Straight>] {
        let costs = map { StageCost($0) }
        let byteCount = StageCost.most(of: costs)
        guard byteCount > Self.worthwhileByteCount else { return self }
        var result: [PlannedStage<Straight>] = []
        var resultCosts: [StageCost] = []
        var held = 0
        for (stage, cost) in zip(self, costs) {
            let picture = SpoolingStage.byteCount(stage.input)
            if held > 0, cost.byteCount > 0, held + cost.byteCount > picture {
                result.append(PlannedStage(SpoolingStage.Plan(), on: stage.input))
                resultCosts.append(StageCost(byteCount: picture, isWhole: true))
                held = 0
            }
            result.append(stage)
            resultCosts.append(cost)
            held = cost.isWhole ? 0 : held + cost.byteCount
        }
        let least = StageCost.most(of: resultCosts)
        let isWorthwhile =
            byteCount - least > Self.worthwhileByteCount && 3 * least < 2 * byteCount
        return isWorthwhile ? result : self
    }
}

/// The memory of a stage, computed once.
private struct StageCost {
    let byteCount: Int

    /// Whether the stage reads the whole image before its first row.
    let isWhole: Bool

    init(byteCount: Int, isWhole: Bool) {
        self.byteCount = byteCount
        self.isWhole = isWhole
    }

    init<Form>(_ stage: PlannedStage<Form>) {
        self.init(byteCount: stage.byteCount, isWhole: stage.intake.isWhole)
    }

    /// The greatest number of bytes that stages hold at one time.
    static func most(of costs: [StageCost]) -> Int {
        var (most, held) = (0, 0)
        for cost in costs {
            held += cost.byteCount
            guard cost.isWhole else { continue }
            most = max(most, held)
            held = cost.byteCount
        }
        return max(most, held)
    }
}
