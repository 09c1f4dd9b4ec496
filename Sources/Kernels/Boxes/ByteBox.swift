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

    /// The sum of the square around each sample of a row.
    private var sums: Samples<UInt64>

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
        sums = Samples(repeating: 0, count: width)
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
        Self.sum(columns, radius, into: &sums)
        // A byte *v* stands for the sample 257 × *v*.
        let side = 2 * radius + 1
        instructionSet.kernels.divide(
            sums.span(0..<sums.count),
            by: side * side * 257,
            into: &row
        )
        for x in row.indices { row[x] &*= 257 }
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.
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
