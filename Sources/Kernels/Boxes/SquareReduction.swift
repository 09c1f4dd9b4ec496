// SPDX-License-Identifier: Apache-2.0

import KernelInterface
public import Raster

/// Means of squares of pixels, through which rows flow: one row comes out for each row of squares.
///
/// Squares at the right and at the bottom may be cut off; their mean is that of what is there. Means
/// are rounded to nearest, half up. Add rows until ``isRowComplete``, then take the row.
public struct SquareReduction: ~Copyable, Sendable {
    /// The extent of what goes in.
    public let size: PixelSize

    /// The side of a square in pixels.
    public let side: Int

    private let channelCount: Int
    private let instructionSet: InstructionSet

    /// Sums of columns of the squares, channel by channel.
    private var columns: Samples<UInt32>

    /// Sums of whole squares, channel by channel.
    private var totals: Samples<UInt64>

    /// The rows that have come, and those of them in the squares that are summed.
    private var (rowCount, squareRowCount) = (0, 0)

    /// The rows in the sums of columns.
    private var pendingRowCount = 0

    /// How many rows the sums of columns hold.
    private static let pendingLimit = 65_536

    /// Prepares sums.
    ///
    /// - Parameters:
    ///   - size: The extent of what goes in; at least 1 × 1.
    ///   - layout: The channels.
    ///   - side: The side of a square, at least 1.
    ///   - instructionSet: The variant that does it.
    public init(
        size: PixelSize,
        layout: ChannelLayout,
        side: Int,
        instructionSet: InstructionSet = .current
    ) {
        precondition(size.width > 0 && size.height > 0 && side > 0, "squares of nothing")
        self.size = size
        self.side = side
        self.instructionSet = instructionSet
        channelCount = layout.channelCount
        columns = Samples(repeating: 0, count: channelCount * size.width)
        let squares = Self.outputSize(of: size, side: side).width
        totals = Samples(repeating: 0, count: channelCount * squares)
    }

    /// How many squares there are.
    public static func outputSize(of size: PixelSize, side: Int) -> PixelSize {
        PixelSize(width: (size.width - 1) / side + 1, height: (size.height - 1) / side + 1)
    }

    /// The bytes of sums that are allocated.
    public static func byteCount(size: PixelSize, layout: ChannelLayout, side: Int) -> Int {
        let squares = outputSize(of: size, side: side).width
        return layout.channelCount
            * (size.width * MemoryLayout<UInt32>.stride + squares * MemoryLayout<UInt64>.stride)
    }

    /// Whether the next row of means has all of its rows.
    public var isRowComplete: Bool {
        squareRowCount > 0 && (squareRowCount == side || rowCount == size.height)
    }

    /// Adds a row of the picture.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture, of its channels.
    ///   - row: The row of it that is next.
    public mutating func add(_ band: borrowing Band<Premultiplied>, row: Int) {
        precondition(band.width == size.width && rowCount < size.height, "another picture")
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

    /// Writes the row of means that is complete.
    ///
    /// - Parameters:
    ///   - band: As wide as there are squares in a row, of the picture's channels.
    ///   - row: The row of it that is written; `rowCount` stays as it is.
    public mutating func take(into band: inout Band<Premultiplied>, row: Int) {
        precondition(isRowComplete, "squares without all of their rows")
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

    /// Adds the sums of columns to those of squares.
    private mutating func sumRuns() {
        Self.addRuns(columns, size.width, length: side, to: &totals, channelCount, instructionSet)
        var sums = columns.mutableSpan(0..<columns.count)
        sums.update(repeating: 0)
        pendingRowCount = 0
    }

    // Two properties, and spans of both, are separate accesses here.
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
