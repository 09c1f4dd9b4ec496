// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The blurred planes of an image at low resolution, after the color filters.
///
/// The second half of the blur reads its rows. It keeps the latest batch of rows and the one before
/// it, because one plane needs its rows a little earlier than another.
final class LowPlanes {
    /// The color filters for pixels where filtered low-resolution samples are not exact; nil if all
    /// are.
    let colors: PixelColors?

    private let color: PlaneColor
    private let source: any LowRowSource
    private let lowRows: ClosedRange<Int>
    private var latest: Rows
    private var previous: Rows

    /// A batch of consecutive low-resolution rows.
    private final class Rows {
        var range: Range<Int>
        var band: Band<Straight>

        init(_ route: PlaneRoute) {
            let first = route.expansions[0].lowRows.lowerBound
            range = first..<first
            band = Band(
                layout: route.lowLayout,
                width: route.expansions[0].lowWidth,
                capacity: route.lowRowCount
            )
        }
    }

    init(_ route: PlaneRoute, from source: any LowRowSource) {
        self.source = source
        color = route.color
        colors = PixelColors(route)
        lowRows = route.expansions[0].lowRows
        latest = Rows(route)
        previous = Rows(route)
    }

    /// Whether a low-resolution row has been made and is still in memory.
    func contains(_ low: Int) -> Bool {
        precondition(low >= previous.range.lowerBound, "a plane that fell behind the others")
        return low < latest.range.upperBound
    }

    /// Makes the next low-resolution rows of all planes.
    func makeRows() throws(RenderError) {
        swap(&latest, &previous)
        let start = previous.range.upperBound
        let count = min(latest.band.capacity, lowRows.upperBound + 1 - start)
        precondition(count > 0, "more low rows than the picture has")
        try source.makeRows(count, into: &latest.band)
        if let colors { colors.apply(to: &latest.band) } else { color.apply(to: &latest.band) }
        latest.range = start..<(start + count)
    }

    /// Passes a low-resolution row of one plane to the second half of its blur.
    func push(_ low: Int, of plane: Int, to expansion: some LowRowTaker) {
        let rows = low < latest.range.lowerBound ? previous : latest
        Self.push(rows.band, low - rows.range.lowerBound, of: plane, to: expansion)
    }

    private static func push(
        _ band: borrowing Band<Straight>,
        _ row: Int,
        of plane: Int,
        to expansion: some LowRowTaker
    ) {
        expansion.push(band.row(row, of: plane))
    }
}

/// A source of the low-resolution rows of all planes, in order.
protocol LowRowSource: AnyObject {
    /// Writes the next low-resolution rows to the first rows of a band, and sets its row count.
    ///
    /// - Parameters:
    ///   - count: The number of rows; no more than are left.
    ///   - band: As wide as the low-resolution rows, with one channel for each plane.
    /// - Throws: ``RenderError``; the image cannot be continued after that.
    func makeRows(_ count: Int, into band: inout Band<Straight>) throws(RenderError)
}
