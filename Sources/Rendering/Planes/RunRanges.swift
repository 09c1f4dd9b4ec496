// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// The ranges of samples in runs of eight pixels, over all rows of a group.
struct RunRanges: ~Copyable {
    private let width: Int
    private let pitch: Int
    private let chroma: EnlargedPlane

    private var y: SampleRanges
    private var cb: SampleRanges
    private var cr: SampleRanges

    /// The column of the first color sample; the sample before it belongs to the first run if
    /// decoders interpolate.
    private var margin: Int { chroma.interpolatesColumns ? 1 : 0 }

    init(_ planes: JPEGPlanes, _ chroma: EnlargedPlane) {
        width = planes.size.width
        pitch = planes.shape(of: 1).horizontalPitch
        self.chroma = chroma
        let count = (width + 7) / 8 * 8
        y = SampleRanges(count: count)
        cb = SampleRanges(count: count / pitch + 2)
        cr = SampleRanges(count: count / pitch + 2)
    }

    /// Empties all ranges.
    mutating func clear() {
        y.clear()
        cb.clear()
        cr.clear()
    }

    /// Adds all rows of a group.
    mutating func add(_ rows: borrowing PlaneRows) {
        for row in 0..<rows.rowCount(of: 0) { y.add(rows.row(row, of: 0), at: 0) }
        for row in 0..<rows.rowCount(of: 1) {
            add(cb: rows.row(row, of: 1), cr: rows.row(row, of: 2))
        }
    }

    /// Adds a row of both color planes.
    mutating func add(cb: Span<UInt8>, cr: Span<UInt8>) {
        self.cb.add(cb, at: margin)
        self.cr.add(cr, at: margin)
    }

    /// Finds the runs in which a color may lie farther outside of RGB than rounding hides.
    mutating func findRuns() -> [Int] {
        for distance in [1, 2, 4] { y.join(distance: distance) }
        for distance in distances {
            cb.join(distance: distance)
            cr.join(distance: distance)
        }
        var runs: [Int] = []
        for run in 0..<((width + 7) / 8) {
            let column = run * 8 / pitch
            if Self.leaves(y[run * 8], cb[column], cr[column]) { runs.append(run) }
        }
        return runs
    }

    /// The distances that join the ranges of the color samples of eight pixels.
    private var distances: [Int] {
        if chroma.interpolatesColumns { return [1, 2, 2] }
        return [1, 2, 4].filter { $0 * pitch < 8 }
    }

    private typealias Extent = (least: UInt8, greatest: UInt8)

    /// Whether a color of samples in three ranges may leave RGB by more than half a level.
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
