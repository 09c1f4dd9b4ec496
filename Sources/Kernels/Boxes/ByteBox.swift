// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Means of squares around each pixel of a plane, rounded to 8 bits, half up; beyond the ends of rows
/// their last samples go on.
public struct ByteBox: ~Copyable, Sendable {
    private let radius: Int
    private let instructionSet: InstructionSet

    /// For each column the sum of the samples in the rows of the squares.
    private var columns: Samples<Int32>

    /// For each square the sum of its columns.
    private var sums: Samples<UInt64>

    /// Prepares sums of nothing.
    ///
    /// - Parameters:
    ///   - width: Samples in a row.
    ///   - radius: How far a square reaches to each side: 0 to 2,000.
    ///   - instructionSet: The variant that does it.
    public init(width: Int, radius: Int, instructionSet: InstructionSet = .current) {
        precondition((0...2_000).contains(radius), "not the radius of a square")
        self.radius = radius
        self.instructionSet = instructionSet
        columns = Samples(repeating: 0, count: width)
        sums = Samples(repeating: 0, count: width)
    }

    /// The bytes of sums that are allocated.
    public static func byteCount(width: Int) -> Int {
        width * (MemoryLayout<Int32>.stride + MemoryLayout<UInt64>.stride)
    }

    /// Adds a row that comes into the squares, or goes out: `factor` is 1 or −1, or as often as a row
    /// comes in at once.
    public mutating func add(_ row: Span<UInt16>, times factor: Int32) {
        let (count, kernels) = (columns.count, instructionSet.kernels)
        var target = columns.mutableSpan(0..<count)
        kernels.add(row, times: factor, to: &target)
    }

    /// Writes the means.
    public mutating func settle(into row: inout MutableSpan<UInt16>) {
        Self.sum(columns, radius, into: &sums)
        // A byte is a sample of 257 times its value.
        let side = 2 * radius + 1
        instructionSet.kernels.divide(
            sums.span(0..<sums.count),
            by: side * side * 257,
            into: &row
        )
        for x in row.indices { row[x] &*= 257 }
    }

    // Two properties, and spans of both, are separate accesses here.
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
