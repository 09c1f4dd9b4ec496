// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The sums of color differences in the three low-resolution rows to which a row of pixels
/// contributes.
///
/// Each sum is at full width. Sums are whole numbers, so that their order is of no effect.
struct OpenRows: ~Copyable, Sendable {
    /// The number of rows of sums: the taps of a spline.
    private static let count = 3

    /// The number of runs of pixels in a row.
    let runCount: Int

    /// The position of the first low-resolution row with sums that may not be zero; nil if all are
    /// zero.
    private(set) var first: Int?

    /// The sums of three low-resolution rows, of which row *n* is stored at *n* modulo 3.
    private var sums: Samples<Int32>

    /// A flag for each run of pixels in each row of sums: 1 where a sum may not be zero, otherwise
    /// 0.
    private var marks: Samples<UInt8>

    init(runCount: Int) {
        self.runCount = runCount
        sums = Samples(zeros: Self.count * runCount * ColorRun.changeCount)
        marks = Samples(zeros: Self.count * runCount)
    }

    /// The number of bytes that the sums occupy.
    static func byteCount(runCount: Int) -> Int {
        count * runCount * (ColorRun.changeCount * MemoryLayout<Int32>.stride + 1)
    }

    private func place(_ run: Int, _ low: Int) -> Int { low % Self.count * runCount + run }

    /// Returns whether a run of a low-resolution row may have sums that are not zero.
    func isMarked(_ run: Int, _ low: Int) -> Bool {
        let place = place(run, low)
        return marks.span(place..<(place + 1))[0] != 0
    }

    /// Returns the sums of a run of a low-resolution row: all of red, then all of green, then all
    /// of blue.
    @_lifetime(borrow self)
    func sums(ofRun run: Int, _ low: Int) -> Span<Int32> {
        let start = place(run, low) * ColorRun.changeCount
        return sums.span(start..<(start + ColorRun.changeCount))
    }

    /// Adds the color differences of a row of pixels to the sums of three low-resolution rows.
    ///
    /// - Parameters:
    ///   - changed: The changes.
    ///   - weights: The factors for three consecutive low-resolution rows.
    ///   - low: The first of them; the caller has removed those before.
    ///   - kernels: The kernels to use.
    mutating func add(
        _ changed: borrowing LimitedRow,
        _ weights: SIMD4<Int32>,
        to low: Int,
        _ kernels: any KernelSet.Type
    ) {
        // The weight of each row of sums.
        var factors = SIMD4<Int32>()
        for tap in 0..<Self.count { factors[(low + tap) % Self.count] = weights[tap] }
        let changedRuns = changed.markSpan
        var run = 0
        while run < runCount {
            guard changedRuns[run] != 0 else {
                run += 1
                continue
            }
            let start = run
            while run < runCount, changedRuns[run] != 0 { run += 1 }
            let stride = runCount * ColorRun.changeCount
            var rows = sums.mutableSpan((start * ColorRun.changeCount)..<(Self.count * stride))
            kernels.addMultiples(
                of: changed.changes(of: start..<run),
                factors,
                to: &rows,
                stride: stride
            )
            for row in 0..<Self.count {
                var marks = marks.mutableSpan((row * runCount + start)..<(row * runCount + run))
                marks.update(repeating: 1)
            }
            first = min(first ?? low, low)
        }
    }

    /// Sets the sums of the first low-resolution row to zero, so that another row can use them.
    mutating func removeFirst() {
        guard let first else { return }
        clear(first)
        let end = first + Self.count
        self.first = (first + 1..<end).first { low in
            (0..<runCount).contains { isMarked($0, low) }
        }
    }

    /// Sets all sums to zero.
    mutating func clear() {
        for low in 0..<Self.count { clear(low) }
        first = nil
    }

    private mutating func clear(_ low: Int) {
        for run in 0..<runCount where isMarked(run, low) {
            let place = place(run, low)
            let start = place * ColorRun.changeCount
            var sums = sums.mutableSpan(start..<(start + ColorRun.changeCount))
            sums.update(repeating: 0)
            var marks = marks.mutableSpan(place..<(place + 1))
            marks[0] = 0
        }
    }
}
