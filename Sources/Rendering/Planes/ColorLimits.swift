// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The changes that a decoder makes to pixels beside enlarging planes: it limits colors to RGB, and
/// repeats pixels, not samples, beyond the edges.
///
/// A blur is linear, so these changes can be blurred by themselves and added. They are few: the
/// ranges of samples in runs of eight columns tell where colors may leave RGB, and only there
/// pixels are made.
final class ColorLimits {
    /// The next group of rows to take.
    private(set) var nextGroup = 0

    private let size: PixelSize
    private let groupHeight: Int
    private let groupCount: Int
    private let chroma: EnlargedPlane
    private let plans: [PlanePlan]

    /// The number of rows taken, with one more for those beyond the last edge.
    private var rowsTaken = 0

    /// The blur of the changes; nil while there is none.
    private var reduction: SparseReduction?

    private var ranges: RunRanges

    /// The runs of eight columns in which colors may leave RGB.
    private var runs: [Int] = []

    /// Begins with the first group of a picture; nil for one without color.
    init?(_ route: PlaneRoute) {
        guard route.input.components.count == 3 else { return nil }
        size = route.input.size
        groupHeight = route.input.groupHeight
        groupCount = route.input.groupCount
        chroma = EnlargedPlane(route.input.shape(of: 1))
        plans = route.changes
        ranges = RunRanges(route.input, chroma)
    }

    /// The greatest number of bytes that the changes of a picture occupy.
    static func byteCount(_ route: PlaneRoute) -> Int {
        guard route.input.components.count == 3 else { return 0 }
        return SparseReduction.byteCount(route.changes[0]) + 8 * route.input.size.width
    }

    // MARK: Groups

    /// Takes the changes of the next group.
    ///
    /// - Parameters:
    ///   - rows: The group.
    ///   - previous: The group before it; of no effect for the first group.
    ///   - next: The group behind it; of no effect for the last group.
    func take(
        _ rows: borrowing PlaneRows,
        after previous: borrowing PlaneRows,
        before next: borrowing PlaneRows
    ) {
        let isLast = nextGroup == groupCount - 1
        findRuns(rows, previous, next, isLast: isLast)
        let first = nextGroup * groupHeight
        let count = rows.rowCount(of: 0)
        let isOdd = isLast && chroma.interpolatesRows && size.height % 2 == 1
        for y in runs.isEmpty ? 0..<0 : 0..<count {
            takeRow(first + y, rows, previous, next)
        }
        if isOdd {
            // Rows beyond the edge differ everywhere.
            runs = Array(0...(size.width / 8))
        }
        if isLast && !runs.isEmpty { takeRow(size.height, rows, previous, next) }
        nextGroup += 1
        rowsTaken = isLast ? size.height + 1 : first + count
    }

    /// Finds the runs in which colors may leave RGB, or the edge is not that of the planes.
    private func findRuns(
        _ rows: borrowing PlaneRows,
        _ previous: borrowing PlaneRows,
        _ next: borrowing PlaneRows,
        isLast: Bool
    ) {
        ranges.clear()
        ranges.add(rows)
        if chroma.interpolatesRows {
            if nextGroup > 0 {
                let row = previous.rowCount(of: 1) - 1
                ranges.add(cb: previous.row(row, of: 1), cr: previous.row(row, of: 2))
            }
            if !isLast { ranges.add(cb: next.row(0, of: 1), cr: next.row(0, of: 2)) }
        }
        runs = ranges.findRuns()
        let last = size.width / 8
        let isOdd = chroma.interpolatesColumns && size.width % 2 == 1
        // The pixels beyond the edge belong to the run behind the last one, if that is full.
        if runs.last != last, isOdd || runs.last == (size.width - 1) / 8 { runs.append(last) }
    }

    // MARK: Rows

    /// Takes the changes of one row; the one behind the last stands for all rows beyond the edge.
    private func takeRow(
        _ y: Int,
        _ rows: borrowing PlaneRows,
        _ previous: borrowing PlaneRows,
        _ next: borrowing PlaneRows
    ) {
        let inside = min(y, size.height - 1)
        let luma = rows.row(inside - nextGroup * groupHeight, of: 0)
        let start = nextGroup * rows.shape(of: 1).groupRowCount
        let (near, far) = chroma.rows(of: inside)
        let cb = rows.row(near - start, of: 1)
        let cr = rows.row(near - start, of: 2)
        if far < start {
            let row = previous.rowCount(of: 1) - 1
            takeRow(y, luma, cb, previous.row(row, of: 1), cr, previous.row(row, of: 2))
        } else if far >= start + rows.rowCount(of: 1) {
            takeRow(y, luma, cb, next.row(0, of: 1), cr, next.row(0, of: 2))
        } else {
            takeRow(y, luma, cb, rows.row(far - start, of: 1), cr, rows.row(far - start, of: 2))
        }
    }

    private func takeRow(
        _ y: Int,
        _ luma: Span<UInt8>,
        _ cb: Span<UInt8>,
        _ farCb: Span<UInt8>,
        _ cr: Span<UInt8>,
        _ farCr: Span<UInt8>
    ) {
        var changes = [SIMD4<Float>](repeating: .zero, count: 8)
        for run in runs {
            let x = 8 * run
            let count = min(8, size.width + 1 - x)
            let samples = self.luma(luma, from: x)
            let (cbRun, crRun) = (chroma.run(from: x, cb, farCb), chroma.run(from: x, cr, farCr))
            let stored = color(samples, cbRun, crRun)
            // The planes repeat their last row, not the last row of pixels.
            let planes =
                y < size.height
                ? stored : color(samples, chroma.run(from: x, cb, cb), chroma.run(from: x, cr, cr))
            var limited = stored.limited
            // The last pixel is repeated beyond the edge.
            let isAtEdge = x + count > size.width
            if isAtEdge { limited.repeatColor(before: count - 1) }
            guard limited.differs(from: planes, count: count) else { continue }
            let rounding = chroma.rounding(ofRow: min(y, size.height - 1))
            var shown = shown(samples, cbRun, crRun, rounding)
            if isAtEdge { shown.repeatColor(before: count - 1) }
            shown.subtract(planes, into: &changes, count: count)
            if reduction == nil { reduction = SparseReduction(plans: plans) }
            let span = changes.span.extracting(0..<count)
            reduction?.add(span, column: x, row: y)
        }
    }

    private func luma(_ row: Span<UInt8>, from x: Int) -> SIMD8<Float> {
        var samples = SIMD8<UInt8>()
        for lane in 0..<8 { samples[lane] = row[min(x + lane, size.width - 1)] }
        return SIMD8<Float>(samples)
    }

    private func color(
        _ y: SIMD8<Float>,
        _ cb: SIMD8<Float>,
        _ cr: SIMD8<Float>
    ) -> ColorRun {
        ColorRun(y: y, cb: cb * 0.0625 - 128, cr: cr * 0.0625 - 128)
    }

    /// The colors that a decoder makes of rounded samples.
    private func shown(
        _ y: SIMD8<Float>,
        _ cb: SIMD8<Float>,
        _ cr: SIMD8<Float>,
        _ rounding: SIMD8<Float>
    ) -> ColorRun {
        ColorRun.shown(
            y: y,
            cb: ((cb + rounding) * 0.0625).rounded(.down) - 128,
            cr: ((cr + rounding) * 0.0625).rounded(.down) - 128
        )
    }

    // MARK: Low rows

    /// Whether all changes are taken that a low-resolution row depends on.
    func isReady(_ low: Int) -> Bool {
        nextGroup == groupCount || plans.allSatisfy { rowsTaken >= $0.rowsNeeded(for: low) }
    }

    /// Adds the changes to the next low-resolution row.
    func apply(at low: Int, to band: inout Band<Straight>, row: Int) {
        guard let range = reduction?.pull(low), !range.isEmpty else { return }
        let changes = reduction?.result ?? []
        for plane in 0..<3 {
            var samples = band.mutableRow(row, of: plane)
            for column in range {
                let sum = (Float(samples[column]) + changes[column][plane] * 257).rounded()
                samples[column] = UInt16(min(max(sum, 0), 65_535))
            }
        }
    }
}
