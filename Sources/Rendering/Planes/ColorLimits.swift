// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Finds the colors of a JPEG that a decoder clips to RGB, and the pixels that it repeats instead of
/// samples beyond the edges.
///
/// Sums over pixels, such as a blur or a reduction, are linear. So planes can be summed instead, and the
/// differences that clipping makes by themselves. They are few: the ranges of samples in runs of
/// pixels show where colors may leave RGB, and only there pixels are made.
final class ColorLimits {
    /// The index of the next group of rows to search for corrections.
    private(set) var nextGroup = 0

    private let size: PixelSize
    private let groupHeight: Int
    private let groupCount: Int
    private let chroma: EnlargedPlane
    private let taker: any ColorChangeTaker

    /// The number of rows searched so far; after the last, one more, for the row below the image.
    private var rowsTaken = 0

    private var ranges: RunRanges
    private var limited: LimitedRow

    /// Creates a search for corrections from the first group of rows on; nil for an image without
    /// color.
    ///
    /// - Parameters:
    ///   - planes: The planes of the file.
    ///   - taker: Takes the corrections.
    init?(_ planes: JPEGPlanes, for taker: any ColorChangeTaker) {
        guard planes.components.count == 3 else { return nil }
        size = planes.size
        groupHeight = planes.groupHeight
        groupCount = planes.groupCount
        chroma = EnlargedPlane(planes.shape(of: 1))
        self.taker = taker
        ranges = RunRanges(planes, chroma)
        limited = LimitedRow(width: size.width, columns: chroma.columns)
    }

    /// The memory of the search, in bytes.
    static func byteCount(_ planes: JPEGPlanes) -> Int {
        guard planes.components.count == 3 else { return 0 }
        return LimitedRow.byteCount(width: planes.size.width) + RunRanges.byteCount(planes)
    }

    /// Whether the corrections of a number of rows are found, or all of them.
    func hasTaken(rows count: Int) -> Bool { nextGroup == groupCount || rowsTaken >= count }

    // MARK: Groups

    /// Finds the corrections in the next group of rows, and passes them on.
    ///
    /// - Parameters:
    ///   - rows: The group.
    ///   - previous: The group before it; of no effect for the first group.
    ///   - next: The group after it; of no effect for the last group.
    func take(
        _ rows: borrowing PlaneRows,
        after previous: borrowing PlaneRows,
        before next: borrowing PlaneRows
    ) {
        let isLast = nextGroup == groupCount - 1
        let first = nextGroup * groupHeight
        let count = rows.rowCount(of: 0)
        let runs = findRuns(rows, previous, next, isLast: isLast)
        limited.clear()
        if !runs.isEmpty {
            for y in first..<(first + count) {
                Self.findChanges(&limited, runs, row(y, rows, previous, next))
                add(row: y)
            }
        }
        if isLast { takeEdge(rows, previous, next) }
        nextGroup += 1
        rowsTaken = isLast ? size.height + 1 : first + count
    }

    /// Finds the runs of pixels that may need corrections: those whose colors may be clipped to
    /// RGB, and the last one where the repeated edge pixel differs from the repeated edge samples.
    private func findRuns(
        _ rows: borrowing PlaneRows,
        _ previous: borrowing PlaneRows,
        _ next: borrowing PlaneRows,
        isLast: Bool
    ) -> [Range<Int>] {
        ranges.clear()
        ranges.add(rows)
        if chroma.interpolatesRows {
            if nextGroup > 0 {
                ranges.addColors(previous, from: previous.rowCount(of: 1) - 1, count: 1)
            }
            if !isLast { ranges.addColors(next, from: 0, count: 1) }
        }
        return ranges.findRuns()
    }

    /// Adds the corrections for the repeated rows below the image.
    private func takeEdge(
        _ rows: borrowing PlaneRows,
        _ previous: borrowing PlaneRows,
        _ next: borrowing PlaneRows
    ) {
        let last = row(size.height - 1, rows, previous, next)
        if chroma.interpolatesRows && size.height % 2 == 1 {
            // The planes repeat their last row, not the last row of pixels.
            limited.find(
                0..<((size.width + SampleRanges.runWidth - 1) / SampleRanges.runWidth),
                in: last
            )
            limited.compare(with: last.withoutFarRows)
        }
        add(row: size.height)
    }

    private static func findChanges(
        _ limited: inout LimitedRow,
        _ runs: [Range<Int>],
        _ planes: LimitedRow.Planes
    ) {
        for run in runs { limited.find(run, in: planes) }
    }

    private func add(row: Int) { if limited.isChanged { taker.take(limited, row: row) } }

    /// Returns the rows of the three planes from which a row of pixels is made.
    @_lifetime(borrow rows, borrow previous, borrow next)
    private func row(
        _ y: Int,
        _ rows: borrowing PlaneRows,
        _ previous: borrowing PlaneRows,
        _ next: borrowing PlaneRows
    ) -> LimitedRow.Planes {
        let luma = rows.row(y - nextGroup * groupHeight, of: 0)
        let start = nextGroup * rows.shape(of: 1).groupRowCount
        let (near, far) = chroma.rows(of: y)
        let (cb, cr) = (rows.row(near - start, of: 1), rows.row(near - start, of: 2))
        let biases = chroma.biases(ofRow: y)
        let (farCb, farCr): (Span<UInt8>, Span<UInt8>)
        if far < start {
            let row = previous.rowCount(of: 1) - 1
            (farCb, farCr) = (previous.row(row, of: 1), previous.row(row, of: 2))
        } else if far >= start + rows.rowCount(of: 1) {
            (farCb, farCr) = (next.row(0, of: 1), next.row(0, of: 2))
        } else {
            (farCb, farCr) = (rows.row(far - start, of: 1), rows.row(far - start, of: 2))
        }
        return LimitedRow.Planes(
            luma: luma,
            cb: cb,
            farCb: farCb,
            cr: cr,
            farCr: farCr,
            biases: biases
        )
    }
}

/// A taker of the differences that clipping colors to RGB makes to pixels.
protocol ColorChangeTaker: AnyObject {
    /// Takes the differences of a row of pixels.
    ///
    /// - Parameters:
    ///   - changed: The differences, some of which are not zero.
    ///   - row: The row, below those taken before; the number of rows stands for all rows below the image.
    func take(_ changed: borrowing LimitedRow, row: Int)
}
