// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Reduces the planes of a JPEG to low-resolution rows, the first half of the blur, and corrects
/// clipped colors.
final class ReducedRows: LowRowSource {
    private let groups: PlaneGroups
    private let reductions: [ReducingPlane]

    /// The search for colors that a decoder clips to RGB; nil for a gray image.
    private let limits: ColorLimits?

    /// The blurred corrections of these colors.
    private let corrections: BlurredLimits

    /// The index of the next low-resolution row to make.
    private var nextLow: Int

    init(_ route: PlaneRoute, from groups: PlaneGroups) {
        self.groups = groups
        reductions = route.reductions.map(ReducingPlane.init)
        corrections = BlurredLimits(route)
        limits = ColorLimits(route.input, for: corrections)
        nextLow = route.reductions[0].lowRows.lowerBound
    }

    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError) {
        var made = reductions.map { _ in 0 }
        while true {
            for plane in reductions.indices {
                made[plane] = reduce(plane, from: made[plane], to: count, into: &band)
            }
            if let limits { groups.feed(limits) }
            let last = nextLow + count - 1
            let isLimited = limits.map { corrections.areFound(by: $0, for: last) } ?? true
            if isLimited && made.allSatisfy({ $0 == count }) { break }
            try groups.load()
        }
        band.rowCount = count
        if limits != nil {
            for row in 0..<count { corrections.apply(at: nextLow + row, to: &band, row: row) }
        }
        nextLow += count
    }

    /// Makes low-resolution rows of one plane from the loaded groups, and returns where in the band
    /// they end.
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

/// Reduces one plane to low resolution, the first half of its blur, group by group.
final class ReducingPlane: PlaneRowTaker {
    /// The index of the next group to read rows from.
    private(set) var group = 0

    private var row = 0
    private var reduction: PlaneReduction

    init(_ plan: PlanePlan) { reduction = PlaneReduction(plan: plan) }

    /// Adds rows of the next group to the reduction until it needs no more.
    func push(_ rows: borrowing PlaneRows, of plane: Int) {
        let count = rows.rowCount(of: plane)
        row += reduction.push(
            rows.rows(from: row, of: plane),
            stride: rows.stride(of: plane),
            count: count - row
        )
        if row == count { (group, row) = (group + 1, 0) }
    }

    /// Writes the low-resolution rows that can be made from the added rows, and returns their
    /// number.
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
