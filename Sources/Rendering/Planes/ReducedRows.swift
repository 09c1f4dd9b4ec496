// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Low rows from the first half of the blur, with the changes of color applied.
final class ReducedRows: LowRowSource {
    private let color: PlaneColor
    private let groups: PlaneGroups
    private let reductions: [ReducingPlane]

    init(_ route: PlaneRoute, from groups: PlaneGroups) {
        color = route.color
        self.groups = groups
        reductions = route.reductions.map(ReducingPlane.init)
    }

    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError) {
        var made = reductions.map { _ in 0 }
        while true {
            for plane in reductions.indices {
                made[plane] = reduce(plane, from: made[plane], to: count, into: &band)
            }
            if made.allSatisfy({ $0 == count }) { break }
            try groups.load()
        }
        band.rowCount = count
        color.apply(to: &band)
    }

    /// Makes low-resolution rows of one plane from the loaded groups.
    ///
    /// - Returns: The number of rows made so far.
    private func reduce(
        _ plane: Int,
        from start: Int,
        to end: Int,
        into band: inout Band<Straight>
    ) -> Int {
        let reduction = reductions[plane]
        var made = start
        while made < end {
            made += reduction.pull(into: &band, from: made, to: end, of: plane)
            if made < end && !groups.feed(reduction, plane) { break }
        }
        return made
    }
}

/// The first half of the blur of one plane, with its position in the picture.
final class ReducingPlane {
    /// The next group to read rows from.
    private(set) var group = 0

    private var row = 0
    private var reduction: PlaneReduction

    init(_ plan: PlanePlan) { reduction = PlaneReduction(plan: plan) }

    /// Adds rows of the next group until the reduction is full.
    func push(_ rows: borrowing PlaneRows, of plane: Int) {
        let count = rows.rowCount(of: plane)
        row += reduction.push(
            rows.rows(from: row, of: plane),
            stride: rows.stride(of: plane),
            count: count - row
        )
        if row == count { (group, row) = (group + 1, 0) }
    }

    /// Writes the available low-resolution rows.
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
