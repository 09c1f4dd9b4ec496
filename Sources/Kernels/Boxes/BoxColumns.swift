// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Three box filters in succession along the columns of a plane, as running sums of rows.
package struct BoxColumns: ~Copyable, Sendable {
    private let width: Int
    private let instructionSet: InstructionSet

    /// The rows that enter the boxes minus those that leave, for the next row of the result.
    private var line: Samples<Int32>

    /// Three cascaded rows of running sums, one after the other.
    private var sums: Samples<UInt64>

    /// Creates a filter whose running sums are all zero.
    package init(width: Int, instructionSet: InstructionSet = .current) {
        self.width = width
        self.instructionSet = instructionSet
        line = Samples(repeating: 0, count: width)
        sums = Samples(repeating: 0, count: 3 * width)
    }

    /// The number of bytes that a filter for rows of a given width allocates.
    package static func byteCount(width: Int) -> Int {
        width * (MemoryLayout<Int32>.stride + 3 * MemoryLayout<UInt64>.stride)
    }

    /// Adds a row that enters the boxes, or subtracts one that leaves, times its factor.
    package mutating func add(_ row: Span<UInt16>, times factor: Int32) {
        let (count, kernels) = (width, instructionSet.kernels)
        var target = line.mutableSpan(0..<count)
        kernels.add(row, times: factor, to: &target)
    }

    /// Integrates the added rows into the sums, and starts the next row.
    package mutating func advance() {
        Self.integrate(&line, into: &sums, instructionSet)
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.
    private static func integrate(
        _ line: inout Samples<Int32>,
        into sums: inout Samples<UInt64>,
        _ instructionSet: InstructionSet
    ) {
        var all = sums.mutableSpan(0..<sums.count)
        instructionSet.kernels.integrate(line.span(0..<line.count), into: &all)
        var row = line.mutableSpan(0..<line.count)
        row.update(repeating: 0)
    }

    /// Writes a row of the result: the sums divided by the total weight, rounded to nearest.
    package func settle(by total: Int, into row: inout MutableSpan<UInt16>) {
        instructionSet.kernels.divide(
            sums.span((2 * width)..<(3 * width)),
            by: total,
            into: &row
        )
    }
}
