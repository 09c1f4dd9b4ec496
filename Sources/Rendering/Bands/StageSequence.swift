// SPDX-License-Identifier: Apache-2.0

import Raster

/// Stages that pass rows to each other, from top to bottom.
extension Array {
    /// The greatest number of bytes that the stages hold at one time.
    ///
    /// A stage that reads the whole picture does so before the stages below are built, and the
    /// stages above are released by then.
    func byteCount<Form>() -> Int where Element == PlannedStage<Form> {
        var (most, held) = (0, 0)
        for stage in self {
            held += stage.byteCount
            guard stage.intake.isWhole else { continue }
            most = Swift.max(most, held)
            held = stage.byteCount
        }
        return Swift.max(most, held)
    }

    /// The greatest number of bytes that one of the stages holds only before its first row.
    func passingByteCount<Form>() -> Int where Element == PlannedStage<Form> {
        reduce(0) { Swift.max($0, $1.passingByteCount) }
    }

    /// The work of the stages, in passes over a sample.
    func work<Form>() -> Int where Element == PlannedStage<Form> {
        reduce(0) { $0 + $1.work }
    }

    /// The pictures other than the source that the stages decode.
    func pictures<Form>() -> Set<PictureUse> where Element == PlannedStage<Form> {
        reduce(into: []) { $0.formUnion($1.pictures) }
    }
}

extension [PlannedStage<Straight>] {
    /// The least number of bytes worth the time of a picture in between.
    static let worthwhileByteCount = 4 << 20

    /// The same stages, with the whole picture kept in between where that takes less memory.
    ///
    /// Many stages that each keep a good part of the picture then work one after the other instead
    /// of side by side. The samples stay the same, but the first row comes later.
    var spooled: [PlannedStage<Straight>] {
        let byteCount = byteCount()
        guard byteCount > Self.worthwhileByteCount else { return self }
        var result: [PlannedStage<Straight>] = []
        var held = 0
        for stage in self {
            let own = stage.byteCount
            let isWhole = stage.intake.isWhole
            if held > 0, own > 0, held + own > SpoolingStage.byteCount(stage.input) {
                result.append(PlannedStage(SpoolingStage.Plan(), on: stage.input))
                held = 0
            }
            result.append(stage)
            held = isWhole ? 0 : held + own
        }
        let least = result.byteCount()
        let isWorthwhile =
            byteCount - least > Self.worthwhileByteCount && 3 * least < 2 * byteCount
        return isWorthwhile ? result : self
    }
}
