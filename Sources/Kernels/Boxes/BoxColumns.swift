// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Three box filters in succession along the columns of a plane, as running sums of rows.
package struct BoxColumns: ~Copyable, Sendable {
    private let width: Int
    private let instructionSet: InstructionSet

    /// The rows that enter the boxes minus those that leave, for the next row of the result.
    private var line: Samples<Int32>

    /// Three cascaded rows of running sums, one after the other; empty if 32 bits are enough.
    private var sums: Samples<UInt64>

    /// The same sums modulo 2^32; empty if they need 64 bits.
    private var narrowSums: Samples<Int32>

    /// Creates a filter whose running sums are all zero.
    ///
    /// - Parameters:
    ///   - width: Samples in a row.
    ///   - kernel: The boxes.
    ///   - instructionSet: The kernel variant to use.
    package init(width: Int, kernel: BoxKernel, instructionSet: InstructionSet = .current) {
        self.width = width
        self.instructionSet = instructionSet
        line = Samples(repeating: 0, count: width)
        sums = Samples(repeating: 0, count: kernel.isNarrow ? 0 : 3 * width)
        narrowSums = Samples(repeating: 0, count: kernel.isNarrow ? 3 * width : 0)
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
        if sums.count == 0 {
            Self.integrate(&line, into: &narrowSums, instructionSet)
        } else {
            Self.integrate(&line, into: &sums, instructionSet)
        }
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

    private static func integrate(
        _ line: inout Samples<Int32>,
        into sums: inout Samples<Int32>,
        _ instructionSet: InstructionSet
    ) {
        var all = sums.mutableSpan(0..<sums.count)
        instructionSet.kernels.integrate(line.span(0..<line.count), into: &all)
        var row = line.mutableSpan(0..<line.count)
        row.update(repeating: 0)
    }

    /// Writes a row of the result: the sums divided by the total weight, rounded to nearest.
    package func settle(by total: Int, into row: inout MutableSpan<UInt16>) {
        let (kernels, last) = (instructionSet.kernels, (2 * width)..<(3 * width))
        if sums.count == 0 {
            kernels.divide(narrowSums.span(last), by: total, into: &row)
        } else {
            kernels.divide(sums.span(last), by: total, into: &row)
        }
    }
}
