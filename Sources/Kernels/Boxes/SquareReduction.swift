// SPDX-License-Identifier: Apache-2.0

import KernelInterface
package import Raster

/// A reduction of an image to the means of squares of pixels, one output row for each row of
/// squares.
///
/// Squares at the right and bottom edges may be cut off; their mean covers the pixels present.
/// Means are rounded to nearest, half up. Add rows until ``isRowComplete``, then take the row of
/// means.
package struct SquareReduction: ~Copyable, Sendable {
    /// The input extent.
    package let size: PixelSize

    /// The side of a square in pixels.
    package let side: Int

    private let channelCount: Int
    private let instructionSet: InstructionSet

    /// The sums of pixel columns, channel by channel.
    private var columns: Samples<UInt32>

    /// The sums of whole squares, channel by channel.
    private var totals: Samples<UInt64>

    /// The number of rows added so far, and of those in the current squares.
    private var (rowCount, squareRowCount) = (0, 0)

    /// The number of rows in the sums of columns.
    private var pendingRowCount = 0

    /// The greatest number of rows that the sums of columns can hold.
    private static let pendingLimit = 65_536

    /// Creates a reduction whose sums are all zero.
    ///
    /// - Parameters:
    ///   - size: The input extent, at least 1 × 1.
    ///   - layout: The channels.
    ///   - side: The side of a square, at least 1.
    ///   - instructionSet: The kernel variant to use.
    package init(
        size: PixelSize,
        layout: ChannelLayout,
        side: Int,
        instructionSet: InstructionSet = .current
    ) {
        precondition(
            size.width > 0 && size.height > 0 && side > 0,
            "the picture or the square is empty"
        )
        self.size = size
        self.side = side
        self.instructionSet = instructionSet
        channelCount = layout.channelCount
        columns = Samples(repeating: 0, count: channelCount * size.width)
        let squares = Self.outputSize(of: size, side: side).width
        totals = Samples(repeating: 0, count: channelCount * squares)
    }

    /// Returns the result extent: the numbers of squares along both axes.
    package static func outputSize(of size: PixelSize, side: Int) -> PixelSize {
        PixelSize(width: (size.width - 1) / side + 1, height: (size.height - 1) / side + 1)
    }

    /// The number of bytes that a reduction allocates for sums.
    package static func byteCount(size: PixelSize, layout: ChannelLayout, side: Int) -> Int {
        let squares = outputSize(of: size, side: side).width
        return layout.channelCount
            * (size.width * MemoryLayout<UInt32>.stride + squares * MemoryLayout<UInt64>.stride)
    }

    /// Whether all rows for the next row of means have been added.
    package var isRowComplete: Bool {
        squareRowCount > 0 && (squareRowCount == side || rowCount == size.height)
    }

    /// Adds the next row of the image to the sums of squares.
    ///
    /// - Parameters:
    ///   - band: As wide as the image, of its channels.
    ///   - row: The next row of the image in the band.
    package mutating func add(_ band: borrowing Band<Premultiplied>, row: Int) {
        precondition(
            band.width == size.width && rowCount < size.height,
            "the picture has another size"
        )
        let kernels = instructionSet.kernels
        for channel in 0..<channelCount {
            var sums = columns.mutableSpan((channel * size.width)..<((channel + 1) * size.width))
            kernels.add(band.row(row, of: channel), to: &sums)
        }
        rowCount += 1
        squareRowCount += 1
        pendingRowCount += 1
        if pendingRowCount == Self.pendingLimit { sumRuns() }
    }

    /// Writes the completed row of means.
    ///
    /// - Parameters:
    ///   - band: As wide as there are squares in a row, of the image's channels.
    ///   - row: The row to write; `rowCount` stays as it is.
    package mutating func take(into band: inout Band<Premultiplied>, row: Int) {
        precondition(isRowComplete, "rows of the squares are missing")
        sumRuns()
        let squares = totals.count / channelCount
        let whole = size.width / side
        for channel in 0..<channelCount {
            let start = channel * squares
            var result = band.mutableRow(row, of: channel)
            divide(start..<(start + whole), by: side * squareRowCount, into: &result, at: 0)
            let rest = size.width - whole * side
            let last = (start + whole)..<(start + squares)
            divide(last, by: rest * squareRowCount, into: &result, at: whole)
        }
        var sums = totals.mutableSpan(0..<totals.count)
        sums.update(repeating: 0)
        squareRowCount = 0
    }

    private func divide(
        _ range: Range<Int>,
        by count: Int,
        into row: inout MutableSpan<UInt16>,
        at start: Int
    ) {
        if range.isEmpty { return }
        var part = row._mutatingExtracting(start..<(start + range.count))
        instructionSet.kernels.divide(totals.span(range), by: count, into: &part)
    }

    /// Adds column sums to the sums of squares.
    private mutating func sumRuns() {
        Self.addRuns(columns, size.width, length: side, to: &totals, channelCount, instructionSet)
        var sums = columns.mutableSpan(0..<columns.count)
        sums.update(repeating: 0)
        pendingRowCount = 0
    }

    // Properties passed as arguments are accessed separately; a method would access all of `self`
    // together.
    private static func addRuns(
        _ columns: borrowing Samples<UInt32>,
        _ width: Int,
        length: Int,
        to totals: inout Samples<UInt64>,
        _ channelCount: Int,
        _ instructionSet: InstructionSet
    ) {
        let squares = totals.count / channelCount
        for channel in 0..<channelCount {
            let sums = columns.span((channel * width)..<((channel + 1) * width))
            var runs = totals.mutableSpan((channel * squares)..<((channel + 1) * squares))
            instructionSet.kernels.addRuns(sums, length: length, to: &runs)
        }
    }
}
