// SPDX-License-Identifier: Apache-2.0

import Raster

/// Rows that follow each other, kept until nobody needs them any more.
///
/// Rows are numbered as in the picture. There is room for as many as were planned; should that not
/// do, the queue grows.
struct RowQueue<Form: AlphaForm>: ~Copyable {
    /// The rows, each where its number modulo the capacity says.
    private(set) var band: Band<Form>

    /// The rows that are there.
    private(set) var rows = 0..<0

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - layout: The channels.
    ///   - width: Samples in a row.
    ///   - capacity: The rows that will be kept at once.
    init(layout: ChannelLayout, width: Int, capacity: Int) {
        band = Band(layout: layout, width: width, capacity: capacity)
    }

    /// How many rows there is room for.
    var capacity: Int { band.capacity }

    /// Where a row lies in ``band``.
    func slot(of row: Int) -> Int {
        precondition(rows.contains(row), "a row that is not kept")
        return row % band.capacity
    }

    /// The slots of a row and of those behind it that lie behind it in ``band`` as well.
    func slots(from row: Int) -> Range<Int> {
        let first = slot(of: row)
        return first..<min(first + rows.upperBound - row, band.capacity)
    }

    /// One row of one channel.
    @_lifetime(borrow self)
    func row(_ row: Int, of channel: Int) -> Span<UInt16> {
        band.row(slot(of: row), of: channel)
    }

    /// Adds all rows of a band that hold pixels.
    ///
    /// - Parameters:
    ///   - other: As wide as the rows.
    ///   - firstChannel: Which of its channels becomes the first.
    mutating func append<Other>(_ other: borrowing Band<Other>, firstChannel: Int = 0) {
        let end = rows.upperBound + other.rowCount
        if end - rows.lowerBound > band.capacity { grow(to: end - rows.lowerBound) }
        for channel in 0..<band.layout.channelCount {
            for offset in 0..<other.rowCount {
                band.copy(
                    (rows.upperBound + offset) % band.capacity,
                    channel,
                    from: other,
                    offset,
                    firstChannel + channel
                )
            }
        }
        rows = rows.lowerBound..<end
    }

    /// Forgets the rows before one.
    mutating func drop(before row: Int) {
        rows = min(max(row, rows.lowerBound), rows.upperBound)..<rows.upperBound
    }

    private mutating func grow(to count: Int) {
        var larger = Band<Form>(layout: band.layout, width: band.width, capacity: count)
        for channel in 0..<band.layout.channelCount {
            for row in rows {
                larger.copy(row % count, channel, from: band, slot(of: row), channel)
            }
        }
        band = larger
    }
}

extension Band {
    /// Copies all rows of a band that hold pixels behind those of this one.
    mutating func append(_ other: borrowing Band<Form>) {
        let start = rowCount
        for channel in 0..<layout.channelCount {
            for row in 0..<other.rowCount { copy(start + row, channel, from: other, row, channel) }
        }
        rowCount = start + other.rowCount
    }

    /// Copies one row of one channel from another band, of whichever form.
    mutating func copy<Other>(
        _ row: Int,
        _ channel: Int,
        from other: borrowing Band<Other>,
        _ otherRow: Int,
        _ otherChannel: Int
    ) {
        let source = other.row(otherRow, of: otherChannel)
        var target = mutableRow(row, of: channel)
        for x in 0..<source.count { target[x] = source[x] }
    }
}
