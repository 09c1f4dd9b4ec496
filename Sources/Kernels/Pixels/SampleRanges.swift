// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

/// The least and the greatest sample of a plane in each run of pixels, over several rows.
package struct SampleRanges: ~Copyable, Sendable {
    /// The number of pixels in a run.
    package static var runWidth: Int { ColorRun.width }

    private let width: Int
    private let length: Int
    private let margin: Int
    /// The least sample of each column.
    private var least: Samples<UInt8>
    /// The greatest sample of each column.
    private var greatest: Samples<UInt8>
    private let instructionSet: InstructionSet

    /// Creates an empty range of samples for each run of pixels.
    ///
    /// - Parameters:
    ///   - width: The number of samples in a row of the plane.
    ///   - pitch: The pixels per sample: 1, 2 or 4.
    ///   - margin: The number of samples on both sides of a run that belong to it as well.
    ///   - instructionSet: The kernel variant to use.
    package init(
        width: Int,
        pitch: Int,
        margin: Int,
        instructionSet: InstructionSet = .current
    ) {
        precondition(Self.runWidth % pitch == 0, "a run has no whole number of samples")
        (self.width, self.margin) = (width, margin)
        length = Self.runWidth / pitch
        least = Samples(repeating: .max, count: width)
        greatest = Samples(repeating: .min, count: width)
        self.instructionSet = instructionSet
    }

    /// The number of bytes that the ranges of a row of a given width occupy.
    package static func byteCount(width: Int) -> Int { 2 * width }

    /// Empties the ranges of all runs of pixels.
    package mutating func clear() {
        let count = least.count
        var least = least.mutableSpan(0..<count)
        least.update(repeating: .max)
        var greatest = greatest.mutableSpan(0..<count)
        greatest.update(repeating: .min)
    }

    /// Widens the ranges of all runs to contain the samples of several rows.
    ///
    /// - Parameters:
    ///   - rows: The samples.
    ///   - stride: The distance between the starts of two rows.
    ///   - rowCount: The number of rows.
    package mutating func add(_ rows: Span<UInt8>, stride: Int, rowCount: Int) {
        let shape = RowsShape(width: width, stride: stride, count: rowCount)
        Self.widen(&least, &greatest, rows, shape, instructionSet.kernels)
    }

    /// The least and the greatest sample in a run of pixels.
    package subscript(run: Int) -> (least: UInt8, greatest: UInt8) {
        let columns = max(0, run * length - margin)..<min(width, (run + 1) * length + margin)
        let (least, greatest) = (least.span(columns), greatest.span(columns))
        var range = (least: UInt8.max, greatest: UInt8.min)
        for x in least.indices { range.least = min(range.least, least[x]) }
        for x in greatest.indices { range.greatest = max(range.greatest, greatest[x]) }
        return range
    }

    private static func widen(
        _ least: inout Samples<UInt8>,
        _ greatest: inout Samples<UInt8>,
        _ rows: Span<UInt8>,
        _ shape: RowsShape,
        _ kernels: any KernelSet.Type
    ) {
        var least = least.mutableSpan(0..<shape.width)
        var greatest = greatest.mutableSpan(0..<shape.width)
        kernels.widenRanges(toContain: rows, shape, least: &least, greatest: &greatest)
    }
}
