// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The first half of the blur of one plane, with its position in the picture.
final class ReducingPlane {
    /// The next group to read rows from.
    private(set) var group = 0

    private var row = 0
    private var reduction: PlaneReduction

    init(_ plan: PlanePlan) { reduction = PlaneReduction(plan: plan) }

    /// Takes rows of its next group, as far as it has room.
    func push(_ rows: borrowing PlaneRows, of plane: Int) {
        let count = rows.rowCount(of: plane)
        row += reduction.push(
            rows.rows(from: row, of: plane),
            stride: rows.stride(of: plane),
            count: count - row
        )
        if row == count { (group, row) = (group + 1, 0) }
    }

    /// Writes low rows, as far as it can.
    ///
    /// - Returns: The number of rows written.
    func pull(
        into band: inout Band<Straight>,
        from start: Int,
        to end: Int,
        of plane: Int
    ) -> Int {
        let stride = band.stride
        var target = band.mutableRows(start..<end, of: plane)
        return reduction.pull(into: &target, stride: stride, limit: end - start)
    }
}
