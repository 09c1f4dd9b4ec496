// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// A box filter over squares of a plane, rounded to 8 bits, half up.
///
/// Beyond the ends of rows, the last samples repeat.
package struct ByteBox: ~Copyable, Sendable {
    private let radius: Int
    private let instructionSet: InstructionSet

    /// The sum of each column over the rows of the squares.
    private var columns: Samples<Int32>

    /// The sum of the square around each sample of a row; empty if 32 bits are enough.
    private var sums: Samples<UInt64>

    /// The same sums modulo 2^32; empty if they need 64 bits.
    private var narrowSums: Samples<Int32>

    /// The greatest radius of squares whose sums fit into 32 bits.
    private static let greatestNarrowRadius = 127

    /// Creates a box filter whose sums are all zero.
    ///
    /// - Parameters:
    ///   - width: Samples in a row.
    ///   - radius: The reach of a square to each side: 0 to 2,000.
    ///   - instructionSet: The kernel variant to use.
    package init(width: Int, radius: Int, instructionSet: InstructionSet = .current) {
        precondition((0...2_000).contains(radius), "the radius is out of range")
        self.radius = radius
        self.instructionSet = instructionSet
        columns = Samples(repeating: 0, count: width)
        let isNarrow = radius <= Self.greatestNarrowRadius
        sums = Samples(repeating: 0, count: isNarrow ? 0 : width)
        narrowSums = Samples(repeating: 0, count: isNarrow ? width : 0)
    }

    /// The number of bytes that a filter for rows of a given width allocates.
    package static func byteCount(width: Int) -> Int {
        width * (MemoryLayout<Int32>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Adds a row that enters the squares, or subtracts one that leaves.
    ///
    /// The factor is 1 or −1, or the number of times that a repeated row enters together.
    package mutating func add(_ row: Span<UInt16>, times factor: Int32) {
        let (count, kernels) = (columns.count, instructionSet.kernels)
        var target = columns.mutableSpan(0..<count)
        kernels.add(row, times: factor, to: &target)
    }

    /// Writes the means of the squares around the samples of a row.
    package mutating func settle(into row: inout MutableSpan<UInt16>) {
        let (kernels, side) = (instructionSet.kernels, 2 * radius + 1)
        // A byte *v* stands for the sample 257 × *v*.
        if sums.count == 0 {
            Self.sum(columns, radius, into: &narrowSums, instructionSet)
            let sums = narrowSums.span(0..<narrowSums.count)
            kernels.divide(sums, by: side * side * 257, into: &row)
        } else {
            Self.sum(columns, radius, into: &sums)
            kernels.divide(sums.span(0..<sums.count), by: side * side * 257, into: &row)
        }
        for x in row.indices { row[x] &*= 257 }
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.

    /// Sums up the first square, and for each of the others the columns that enter it, minus those that leave.
    private static func sum(
        _ columns: borrowing Samples<Int32>,
        _ radius: Int,
        into sums: inout Samples<Int32>,
        _ instructionSet: InstructionSet
    ) {
        let (columns, last) = (columns.span(0..<columns.count), columns.count - 1)
        var sums = sums.mutableSpan(0..<columns.count)
        sums[0] = columns[0] &* Int32(radius)
        for x in 0...radius { sums[0] &+= columns[min(x, last)] }
        // Where no column beyond the ends enters or leaves.
        let start = min(radius + 1, columns.count)
        let inner = start..<max(columns.count - radius, start)
        for x in 1..<columns.count where !inner.contains(x) {
            sums[x] = columns[min(x + radius, last)] &- columns[max(x - radius - 1, 0)]
        }
        if !inner.isEmpty {
            let entering = columns.extracting((inner.lowerBound + radius)...)
            var changes = sums._mutatingExtracting(inner)
            for x in 0..<inner.count { changes[x] = entering[x] &- columns[x] }
        }
        instructionSet.kernels.accumulate(&sums)
    }

    private static func sum(
        _ columns: borrowing Samples<Int32>,
        _ radius: Int,
        into sums: inout Samples<UInt64>
    ) {
        let columns = columns.span(0..<columns.count)
        var sums = sums.mutableSpan(0..<columns.count)
        let last = columns.count - 1
        var sum = Int64(columns[0]) * Int64(radius)
        for x in 0..<radius { sum += Int64(columns[min(x, last)]) }
        for x in 0...last {
            sum += Int64(columns[min(x + radius, last)])
            sums[x] = UInt64(sum)
            sum -= Int64(columns[max(x - radius, 0)])
        }
    }
}
