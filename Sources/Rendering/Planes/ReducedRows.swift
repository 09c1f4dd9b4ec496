// SPDX-License-Identifier: Apache-2.0

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

    /// Makes low rows of one plane, as far as its groups are loaded.
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
