// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The least and greatest samples of each plane in runs of pixels, over all rows of a group.
struct RunRanges: ~Copyable {
    private let runCount: Int

    /// Whether the last run always needs corrections, because a decoder repeats other values beyond
    /// it than the planes have.
    private let marksLast: Bool

    private var y: SampleRanges
    private var cb: SampleRanges
    private var cr: SampleRanges

    init(_ planes: JPEGPlanes, _ chroma: EnlargedPlane) {
        let width = planes.size.width
        runCount = (width + SampleRanges.runWidth - 1) / SampleRanges.runWidth
        marksLast = chroma.interpolatesColumns && width % 2 == 1
        y = SampleRanges(width: width, pitch: 1, margin: 0)
        // Where decoders interpolate, the samples next to a run belong to its colors as well.
        let margin = chroma.interpolatesColumns ? 1 : 0
        let columns = chroma.columns
        cb = SampleRanges(width: columns.count, pitch: columns.pitch, margin: margin)
        cr = SampleRanges(width: columns.count, pitch: columns.pitch, margin: margin)
    }

    /// The memory of the ranges, in bytes.
    static func byteCount(_ planes: JPEGPlanes) -> Int {
        planes.components.indices.reduce(0) { count, index in
            count + SampleRanges.byteCount(width: planes.shape(of: index).width)
        }
    }

    /// Empties the ranges of all runs.
    mutating func clear() {
        y.clear()
        cb.clear()
        cr.clear()
    }

    /// Enlarges the ranges by the samples of all rows of a group.
    mutating func add(_ rows: borrowing PlaneRows) {
        y.add(
            rows.rows(from: 0, of: 0),
            stride: rows.stride(of: 0),
            rowCount: rows.rowCount(of: 0)
        )
        addColors(rows, from: 0, count: rows.rowCount(of: 1))
    }

    /// Enlarges the ranges by the samples of some rows of both color planes.
    mutating func addColors(_ rows: borrowing PlaneRows, from row: Int, count: Int) {
        cb.add(rows.rows(from: row, of: 1), stride: rows.stride(of: 1), rowCount: count)
        cr.add(rows.rows(from: row, of: 2), stride: rows.stride(of: 2), rowCount: count)
    }

    /// Finds the runs of pixels in which a color may be clipped to RGB by more than rounding hides.
    ///
    /// - Returns: The indices of the runs, as ranges of consecutive ones.
    borrowing func findRuns() -> [Range<Int>] {
        var found: [Range<Int>] = []
        for run in 0..<runCount {
            let isLast = marksLast && run == runCount - 1
            guard isLast || Self.leaves(y[run], cb[run], cr[run]) else { continue }
            if let last = found.last, last.upperBound == run {
                found[found.count - 1] = last.lowerBound..<(run + 1)
            } else {
                found.append(run..<(run + 1))
            }
        }
        return found
    }

    private typealias Extent = (least: UInt8, greatest: UInt8)

    /// Whether a color may be outside of RGB by more than half a level, from the ranges of Y, Cb
    /// and Cr.
    private static func leaves(_ y: Extent, _ cb: Extent, _ cr: Extent) -> Bool {
        // In thousandths of a level.
        let (yLeast, yGreatest) = (1_000 * Int(y.least), 1_000 * Int(y.greatest))
        let (cbLeast, cbGreatest) = (Int(cb.least) - 128, Int(cb.greatest) - 128)
        let (crLeast, crGreatest) = (Int(cr.least) - 128, Int(cr.greatest) - 128)
        let greatest = max(
            1_402 * crGreatest,
            1_772 * cbGreatest,
            -344 * cbLeast - 714 * crLeast
        )
        let least = min(
            1_402 * crLeast,
            1_772 * cbLeast,
            -344 * cbGreatest - 714 * crGreatest
        )
        return yGreatest + greatest > 255_500 || yLeast + least < -500
    }
}
