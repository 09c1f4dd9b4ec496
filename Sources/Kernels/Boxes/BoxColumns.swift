// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// Three boxes across the rows of one plane: sums that each row is added to.
public struct BoxColumns: ~Copyable, Sendable {
    private let width: Int
    private let instructionSet: InstructionSet

    /// What comes in and goes out.
    private var line: Samples<Int32>

    /// Sums, sums of sums, and sums of those, row by row.
    private var sums: Samples<UInt64>

    /// Prepares sums of nothing.
    public init(width: Int, instructionSet: InstructionSet = .current) {
        self.width = width
        self.instructionSet = instructionSet
        line = Samples(repeating: 0, count: width)
        sums = Samples(repeating: 0, count: 3 * width)
    }

    /// The bytes of sums that are allocated.
    public static func byteCount(width: Int) -> Int {
        width * (MemoryLayout<Int32>.stride + 3 * MemoryLayout<UInt64>.stride)
    }

    /// Adds a row that comes in or goes out.
    public mutating func add(_ row: Span<UInt16>, times factor: Int32) {
        let (count, kernels) = (width, instructionSet.kernels)
        var target = line.mutableSpan(0..<count)
        kernels.add(row, times: factor, to: &target)
    }

    /// Sums up what came in and went out, and starts the next row.
    public mutating func advance() {
        Self.integrate(&line, into: &sums, instructionSet)
    }

    // Two properties, and spans of both, are separate accesses here.
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

    /// Divides the sums by the weights that they are made of.
    public func settle(by total: Int, into row: inout MutableSpan<UInt16>) {
        instructionSet.kernels.divide(
            sums.span((2 * width)..<(3 * width)),
            by: total,
            into: &row
        )
    }
}
