// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// A row of means of discs of samples.
///
/// A row of a disc is a run of samples, the outermost of which count by the part that is covered.
/// Runs are differences of running sums, so that their length costs nothing.
package struct DiscRow: ~Copyable, Sendable {
    private var sums: Samples<UInt32>
    private var ends: Samples<Float>

    /// The sum of all samples before each one; wraps.
    private var before: Samples<UInt32>

    private let instructionSet: InstructionSet

    /// Creates a row of means of discs.
    ///
    /// - Parameters:
    ///   - width: The number of means.
    ///   - reach: The greatest number of samples in a disc before and after its center.
    ///   - instructionSet: The kernel variant to use.
    package init(width: Int, reach: Int, instructionSet: InstructionSet = .current) {
        sums = Samples(zeros: width)
        ends = Samples(repeating: 0, count: width)
        before = Samples(zeros: width + 2 * reach + 1)
        self.instructionSet = instructionSet
    }

    /// The number of bytes that a row allocates.
    package static func byteCount(width: Int, reach: Int) -> Int {
        4 * (3 * width + 2 * reach + 1)
    }

    /// Sets all sums to zero.
    package mutating func clear() {
        Self.clear(&sums, &ends)
    }

    private static func clear(_ sums: inout Samples<UInt32>, _ ends: inout Samples<Float>) {
        var sumRow = sums.mutableSpan(0..<sums.count)
        sumRow.update(repeating: 0)
        var endRow = ends.mutableSpan(0..<ends.count)
        endRow.update(repeating: 0)
    }

    /// Adds a row of each disc.
    ///
    /// - Parameters:
    ///   - row: The samples, with as many before the first center and after the last as the disc
    ///     reaches.
    ///   - half: Half of the length of the covered part of the row, in samples.
    ///   - reach: The index of the first center.
    package mutating func add(_ row: Span<UInt16>, half: Double, reach: Int) {
        let count = sums.count
        let kernels = instructionSet.kernels
        if half <= 0.5 {
            var ends = ends.mutableSpan(0..<count)
            let centers = row.extracting(reach..<(reach + count))
            return kernels.add(centers, times: Float(2 * half), to: &ends)
        }
        let whole = Int(half - 0.5)
        let part = Float(half - 0.5 - Double(whole))
        Self.addRuns(row, reach - whole, 2 * whole + 1, by: &before, to: &sums)
        if part == 0 { return }
        var ends = ends.mutableSpan(0..<count)
        for start in [reach - whole - 1, reach + whole + 1] {
            kernels.add(row.extracting(start..<(start + count)), times: part, to: &ends)
        }
    }

    /// Adds runs of samples to the sums.
    private static func addRuns(
        _ row: Span<UInt16>,
        _ start: Int,
        _ length: Int,
        by before: inout Samples<UInt32>,
        to sums: inout Samples<UInt32>
    ) {
        integrate(row, into: &before)
        let count = sums.count
        let firsts = before.span(start..<(start + count))
        let lasts = before.span((start + length)..<(start + length + count))
        var totals = sums.mutableSpan(0..<count)
        for x in 0..<count { totals[x] = totals[x] &+ (lasts[x] &- firsts[x]) }
    }

    private static func integrate(_ row: Span<UInt16>, into before: inout Samples<UInt32>) {
        var totals = before.mutableSpan(0..<(row.count + 1))
        var sum: UInt32 = 0
        for x in 0..<row.count {
            totals[x] = sum
            sum &+= UInt32(row[x])
        }
        totals[row.count] = sum
    }

    /// Divides the sums by the area of the disc, and rounds them to nearest, half to even.
    package func settle(by area: Double, into row: inout MutableSpan<UInt16>) {
        let scale = Float(1 / area)
        let sums = sums.span(0..<sums.count)
        let ends = ends.span(0..<ends.count)
        for x in 0..<row.count {
            let mean = (Float(sums[x]) + ends[x]) * scale
            row[x] = UInt16((mean < 65_535 ? mean : 65_535) + 0x1p23 - 0x1p23)
        }
    }
}
