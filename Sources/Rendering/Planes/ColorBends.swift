// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// Marks where color filters are not linear between neighboring low-resolution samples.
///
/// A pixel is interpolated from a window of three rows and three columns of low-resolution samples.
/// For each color filter the last two rows of the previous band are kept, which belong to the first
/// windows of the next.
struct ColorBends: ~Copyable {
    private var marks: LowMarks
    private var probe: Band<Straight>

    /// The last two rows of all channels of the previous band, by the index of the color filter.
    private var last: [Int: LastRows] = [:]

    private typealias LastRows = (top: [UInt16], above: [UInt16])

    /// A reason why a color filter is not linear between samples.
    private enum Bend {
        /// The filter clips its results to a range; differences from linear up to the tolerance do
        /// not count.
        case limits(ClosedRange<UInt16>, tolerance: UInt16)
        /// The filter is a curve that is nearly linear only where neighboring samples differ by no
        /// more than a limit.
        case curve(UInt16)
    }

    init(_ route: PlaneRoute) {
        let width = route.expansions[0].lowWidth
        marks = LowMarks(width: width, rowCount: route.lowRowCount)
        probe = Band(layout: route.lowLayout, width: width, capacity: route.lowRowCount)
    }

    /// The memory of the marks and the kept rows, in bytes.
    static func byteCount(_ route: PlaneRoute) -> Int {
        let width = route.expansions[0].lowWidth
        return Band<Straight>.byteCount(
            layout: route.lowLayout,
            width: width,
            capacity: route.lowRowCount + 4
        ) + route.lowRowCount * width
    }

    /// Returns the marks of a row of the latest band, one for each window of 3 × 3 samples; 0 for
    /// no mark.
    borrowing func marks(ofRow row: Int) -> [UInt8] { marks.values(ofRow: row) }

    /// Removes the marks of all rows.
    mutating func clear() { marks.clear() }

    /// The tolerated error of a pixel that is interpolated from clipped samples, in levels of 255.
    private static var tolerance: Double { 0.3 }

    /// Marks the windows of 3 × 3 samples in which a matrix clips some of them, so that
    /// interpolation is not exact.
    mutating func mark(_ band: borrowing Band<Straight>, limitedBy matrix: ColorMatrix, step: Int) {
        Self.copy(band, to: &probe)
        // Colors are the middle half of the range, so that none is limited here.
        probe.apply(matrix.halved)
        let (least, greatest) = (0.25 * 65_535, 0.75 * 65_535)
        let tolerance = UInt16(Self.tolerance / 2 * 257)
        mark(step, .limits(UInt16(least)...UInt16(greatest), tolerance: tolerance))
    }

    /// Marks the windows of 3 × 3 samples whose differences are too great to interpolate a curve's
    /// results.
    ///
    /// - Parameters:
    ///   - band: The samples before the curve.
    ///   - limit: The greatest difference, from 0 to 1.
    ///   - step: The index of the curve among all changes.
    mutating func mark(_ band: borrowing Band<Straight>, steppingOver limit: Double, step: Int) {
        Self.copy(band, to: &probe)
        mark(step, .curve(UInt16(min(max(limit, 0), 1) * 65_535)))
    }

    private mutating func mark(_ step: Int, _ bend: Bend) {
        let first = Self.row(0, of: probe)
        let last = last[step] ?? (first, first)
        for channel in 0..<probe.layout.channelCount {
            Self.mark(probe, channel, last, bend, in: &marks)
        }
        let count = probe.rowCount
        let above = count > 1 ? Self.row(count - 2, of: probe) : last.above
        self.last[step] = (above, Self.row(count - 1, of: probe))
    }

    private static func mark(
        _ probe: borrowing Band<Straight>,
        _ channel: Int,
        _ last: LastRows,
        _ bend: Bend,
        in marks: inout LowMarks
    ) {
        let columns = (channel * probe.width)..<((channel + 1) * probe.width)
        let first = last.above.span.extracting(columns)
        let second = last.top.span.extracting(columns)
        mark(probe.row(0, of: channel), first, second, bend, in: &marks, row: 0)
        guard probe.rowCount > 1 else { return }
        mark(probe.row(1, of: channel), probe.row(0, of: channel), first, bend, in: &marks, row: 1)
        for row in 2..<max(2, probe.rowCount) {
            let above = probe.row(row - 1, of: channel)
            let top = probe.row(row - 2, of: channel)
            mark(probe.row(row, of: channel), above, top, bend, in: &marks, row: row)
        }
    }

    private static func mark(
        _ samples: Span<UInt16>,
        _ above: Span<UInt16>,
        _ top: Span<UInt16>,
        _ bend: Bend,
        in marks: inout LowMarks,
        row: Int
    ) {
        switch bend {
        case .limits(let range, let tolerance):
            marks.markBends(
                at: range,
                tolerance: tolerance,
                in: samples,
                above: above,
                top: top,
                row: row
            )
        case .curve(let limit):
            marks.markSteps(over: limit, in: samples, above: above, top: top, row: row)
        }
    }

    private static func copy(
        _ band: borrowing Band<Straight>,
        to probe: inout Band<Straight>
    ) {
        probe.rowCount = band.rowCount
        for row in 0..<band.rowCount {
            for channel in 0..<band.layout.channelCount {
                var target = probe.mutableRow(row, of: channel)
                target.copy(band.row(row, of: channel))
            }
        }
    }

    private static func row(_ row: Int, of band: borrowing Band<Straight>) -> [UInt16] {
        var samples = [UInt16](repeating: 0, count: band.layout.channelCount * band.width)
        for channel in 0..<band.layout.channelCount {
            var target = samples.mutableSpan
            target.copy(band.row(row, of: channel), at: channel * band.width)
        }
        return samples
    }
}

extension ColorMatrix {
    /// The matrix with results half as far from middle gray, so that nothing is clipped.
    fileprivate var halved: ColorMatrix {
        func row(_ row: Row) -> Row {
            Row(row.red / 2, row.green / 2, row.blue / 2, row.alpha / 2, row.bias / 2 + 0.25)
        }
        return ColorMatrix(red: row(red), green: row(green), blue: row(blue))
    }
}
