// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

/// The least and the greatest of the samples in each column of several rows, and in runs of columns.
public struct SampleRanges: ~Copyable, Sendable {
    @usableFromInline
    var least: Samples<UInt8>
    @usableFromInline
    var greatest: Samples<UInt8>
    private let instructionSet: InstructionSet

    /// Creates empty ranges.
    ///
    /// - Parameters:
    ///   - count: The number of columns.
    ///   - instructionSet: The kernel variant to use.
    public init(count: Int, instructionSet: InstructionSet = .current) {
        least = Samples(repeating: .max, count: count)
        greatest = Samples(repeating: .min, count: count)
        self.instructionSet = instructionSet
    }

    /// Empties all ranges.
    public mutating func clear() {
        let count = least.count
        Self.change(&least, &greatest, 0..<count) { least, greatest in
            least.update(repeating: .max)
            greatest.update(repeating: .min)
        }
    }

    /// Adds a row of samples.
    ///
    /// - Parameters:
    ///   - row: The samples.
    ///   - column: The column of the first.
    public mutating func add(_ row: Span<UInt8>, at column: Int) {
        let kernels = instructionSet.kernels
        Self.change(&least, &greatest, column..<(column + row.count)) { least, greatest in
            kernels.widen(toContain: row, least: &least, greatest: &greatest)
        }
    }

    /// Joins each range with the one at a distance behind it.
    public mutating func join(distance: Int) {
        let (kernels, count) = (instructionSet.kernels, least.count)
        Self.change(&least, &greatest, 0..<count) { least, greatest in
            kernels.widen(byDistance: distance, least: &least, greatest: &greatest)
        }
    }

    /// The least and the greatest sample of a column, and of those joined with it.
    ///
    /// Inlined, because every run of every group is looked up.
    @inlinable
    public subscript(column: Int) -> (least: UInt8, greatest: UInt8) {
        (
            least.span(column..<(column + 1))[0],
            greatest.span(column..<(column + 1))[0]
        )
    }

    private static func change(
        _ least: inout Samples<UInt8>,
        _ greatest: inout Samples<UInt8>,
        _ columns: Range<Int>,
        _ body: (inout MutableSpan<UInt8>, inout MutableSpan<UInt8>) -> Void
    ) {
        var leastSpan = least.mutableSpan(columns)
        var greatestSpan = greatest.mutableSpan(columns)
        body(&leastSpan, &greatestSpan)
    }
}
