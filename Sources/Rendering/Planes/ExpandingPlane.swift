// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels

/// The second half of the blur of one plane, which writes samples.
final class ExpandingPlane: LowRowTaker {
    private var expansion: PlaneExpansion

    init(_ plan: PlanePlan) { expansion = PlaneExpansion(plan: plan) }

    var isHungry: Bool { expansion.isHungry }

    var nextLow: Int { expansion.nextLow }

    func push(_ low: Span<UInt16>) { expansion.push(low) }

    /// Writes the next rows of a group, as far as the low rows reach.
    ///
    /// - Returns: How many rows were written.
    func pull(into rows: inout PlaneRows, from row: Int, of plane: Int) -> Int {
        let limit = rows.rowCount(of: plane) - row
        let stride = rows.stride(of: plane)
        var target = rows.mutableRows(from: row, of: plane)
        return expansion.pull(into: &target, stride: stride, limit: limit)
    }
}
