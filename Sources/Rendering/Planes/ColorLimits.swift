// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// Corrects blurred planes where a decoder clips colors to RGB, and where it repeats pixels instead
/// of samples beyond the edges.
///
/// A blur is linear, so the corrections can be blurred by themselves and added. They are few: the
/// ranges of samples in runs of pixels show where colors may leave RGB, and only there pixels are
/// made.
final class ColorLimits {
    /// The index of the next group of rows to search for corrections.
    private(set) var nextGroup = 0

    private let size: PixelSize
    private let groupHeight: Int
    private let groupCount: Int
    private let chroma: EnlargedPlane
    private let plans: [PlanePlan]

    /// The number of rows searched so far; after the last, one more, for the row below the image.
    private var rowsTaken = 0

    /// The blur of the corrections; nil while there are none.
    private var reduction: SparseReduction?

    private var ranges: RunRanges
    private var limited: LimitedRow

    /// Creates a search for corrections from the first group of rows on; nil for an image without
    /// color.
    init?(_ route: PlaneRoute) {
        guard route.input.components.count == 3 else { return nil }
        size = route.input.size
        groupHeight = route.input.groupHeight
        groupCount = route.input.groupCount
        chroma = EnlargedPlane(route.input.shape(of: 1))
        plans = route.changes
        ranges = RunRanges(route.input, chroma)
        limited = LimitedRow(width: size.width, columns: chroma.columns)
    }

    /// The greatest memory of the corrections of an image, in bytes.
    static func byteCount(_ route: PlaneRoute) -> Int {
        guard route.input.components.count == 3 else { return 0 }
        return SparseReduction.byteCount(route.changes[0])
            + LimitedRow.byteCount(width: route.input.size.width)
            + RunRanges.byteCount(route.input)
    }

    // MARK: Groups

    /// Finds the corrections in the next group of rows, and adds them to the blur.
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

    /// Adds the corrections of a row to the blur.
    private func add(row: Int) {
        guard limited.isChanged else { return }
        if reduction == nil { reduction = SparseReduction(plans: plans) }
        reduction?.add(limited, row: row)
    }

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

    // MARK: Low rows

    /// Whether all corrections are found on which a low-resolution row depends.
    func isReady(_ low: Int) -> Bool {
        nextGroup == groupCount || plans.allSatisfy { rowsTaken >= $0.rowsNeeded(for: low) }
    }

    /// Adds the blurred corrections to the next low-resolution row of each plane.
    func apply(at low: Int, to band: inout Band<Straight>, row: Int) {
        for plane in 0..<3 {
            var samples = band.mutableRow(row, of: plane)
            reduction?.pull(low, of: plane, addingTo: &samples)
        }
    }
}
