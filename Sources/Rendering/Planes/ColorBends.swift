// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The low-resolution samples between which changes of color are not linear.
///
/// For each change it remembers the last row before, because neighbors above count as well.
struct ColorBends: ~Copyable {
    private var marks: LowMarks
    private var probe: Band<Straight>

    /// The last rows of all channels, by the index of the change.
    private var last: [Int: [UInt16]] = [:]

    /// A kind of bend.
    private enum Bend {
        /// Samples outside of a range are limited.
        case limits(ClosedRange<UInt16>)
        /// A curve is straight for differences up to a limit.
        case curve(UInt16)
    }

    init(_ route: PlaneRoute) {
        let width = route.expansions[0].lowWidth
        marks = LowMarks(width: width, rowCount: route.lowRowCount)
        probe = Band(layout: route.lowLayout, width: width, capacity: route.lowRowCount)
    }

    /// The greatest number of bytes that the rows occupy.
    static func byteCount(_ route: PlaneRoute) -> Int {
        let width = route.expansions[0].lowWidth
        return Band<Straight>.byteCount(
            layout: route.lowLayout,
            width: width,
            capacity: route.lowRowCount + 4
        ) + route.lowRowCount * width
    }

    /// The marks of a row of the latest band; 0 for none.
    borrowing func marks(ofRow row: Int) -> [UInt8] { marks.values(ofRow: row) }

    /// Removes the marks of all rows.
    mutating func clear() { marks.clear() }

    /// Marks the samples between which a matrix limits some, but not all.
    ///
    /// Colors up to 0.3 levels beyond the limits count as inside.
    mutating func mark(_ band: borrowing Band<Straight>, limitedBy matrix: ColorMatrix, step: Int) {
        Self.copy(band, to: &probe)
        // The middle half of the range is that of colors, so that none is limited here.
        probe.apply(matrix.halved)
        let margin = 0.15 / 255
        let (least, greatest) = (0.25 - margin, 0.75 + margin)
        mark(step, .limits(UInt16(least * 65_535)...UInt16(greatest * 65_535 + 1)))
    }

    /// Marks the samples that lie too far apart for a curve.
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
        let above = last[step] ?? Self.row(0, of: probe)
        last[step] = Self.row(probe.rowCount - 1, of: probe)
        Self.mark(probe, above, bend, in: &marks)
    }

    private static func mark(
        _ probe: borrowing Band<Straight>,
        _ last: [UInt16],
        _ bend: Bend,
        in marks: inout LowMarks
    ) {
        for channel in 0..<probe.layout.channelCount {
            let first = last.span.extracting(
                (channel * probe.width)..<((channel + 1) * probe.width)
            )
            mark(probe.row(0, of: channel), first, bend, in: &marks, row: 0)
            for row in 1..<max(1, probe.rowCount) {
                let above = probe.row(row - 1, of: channel)
                mark(probe.row(row, of: channel), above, bend, in: &marks, row: row)
            }
        }
    }

    private static func mark(
        _ samples: Span<UInt16>,
        _ above: Span<UInt16>,
        _ bend: Bend,
        in marks: inout LowMarks,
        row: Int
    ) {
        switch bend {
        case .limits(let range): marks.markCrossings(of: range, in: samples, above: above, row: row)
        case .curve(let limit): marks.markSteps(over: limit, in: samples, above: above, row: row)
        }
    }

    private static func copy(
        _ band: borrowing Band<Straight>,
        to probe: inout Band<Straight>
    ) {
        probe.rowCount = band.rowCount
        for row in 0..<band.rowCount {
            for channel in 0..<band.layout.channelCount {
                let source = band.row(row, of: channel)
                var target = probe.mutableRow(row, of: channel)
                for x in 0..<source.count { target[x] = source[x] }
            }
        }
    }

    private static func row(_ row: Int, of band: borrowing Band<Straight>) -> [UInt16] {
        var samples: [UInt16] = []
        samples.reserveCapacity(band.layout.channelCount * band.width)
        for channel in 0..<band.layout.channelCount {
            let source = band.row(row, of: channel)
            for x in 0..<source.count { samples.append(source[x]) }
        }
        return samples
    }
}

extension ColorMatrix {
    /// The same colors, half as far from gray at one half.
    fileprivate var halved: ColorMatrix {
        func row(_ row: Row) -> Row {
            Row(row.red / 2, row.green / 2, row.blue / 2, row.alpha / 2, row.bias / 2 + 0.25)
        }
        return ColorMatrix(red: row(red), green: row(green), blue: row(blue))
    }
}
