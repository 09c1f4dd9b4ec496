// SPDX-License-Identifier: Apache-2.0

import Raster

/// A ring buffer of consecutive rows of an image, kept until they are dropped.
///
/// Rows have their numbers in the image. The queue has the planned capacity; it grows if that is
/// too small.
struct RowQueue<Form: AlphaForm>: ~Copyable {
    /// The samples of the rows; each row is at its number in the image modulo the capacity.
    private(set) var band: Band<Form>

    /// The numbers of the rows in the queue, as a range of rows of the image.
    private(set) var rows = 0..<0

    /// Creates an empty queue with room for a number of rows; it grows if that is too small.
    ///
    /// - Parameters:
    ///   - layout: The channels.
    ///   - width: The number of samples in a row.
    ///   - capacity: The planned number of rows.
    init(layout: ChannelLayout, width: Int, capacity: Int) {
        band = Band(layout: layout, width: width, capacity: capacity)
    }

    /// The number of rows that fit into the queue.
    var capacity: Int { band.capacity }

    /// The index of a row in ``band``.
    func slot(of row: Int) -> Int {
        precondition(rows.contains(row), "a row that is not kept")
        return row % band.capacity
    }

    /// The indices in ``band`` of a row and of the rows after it, as far as they are consecutive
    /// there.
    func slots(from row: Int) -> Range<Int> {
        let first = slot(of: row)
        return first..<min(first + rows.upperBound - row, band.capacity)
    }

    /// The samples of one row of one channel.
    @_lifetime(borrow self)
    func row(_ row: Int, of channel: Int) -> Span<UInt16> {
        band.row(slot(of: row), of: channel)
    }

    /// Appends all rows of a band that contain pixels.
    ///
    /// - Parameters:
    ///   - other: A band with the same width.
    ///   - firstChannel: The channel of the band that becomes the first.
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

    /// Appends the next band of a source.
    mutating func feed(_ upstream: Rows<Form>, _ band: inout Band<Form>) throws(RenderError) {
        try upstream.pullRows(into: &band)
        append(band)
    }

    /// Drops all rows above a row of the image.
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
    /// Appends all rows of another band that contain pixels.
    mutating func append(_ other: borrowing Band<Form>) {
        let start = rowCount
        for channel in 0..<layout.channelCount {
            for row in 0..<other.rowCount { copy(start + row, channel, from: other, row, channel) }
        }
        rowCount = start + other.rowCount
    }

    /// Copies one row of one channel from another band, whose form may differ.
    mutating func copy<Other>(
        _ row: Int,
        _ channel: Int,
        from other: borrowing Band<Other>,
        _ otherRow: Int,
        _ otherChannel: Int
    ) {
        let source = other.row(otherRow, of: otherChannel)
        var target = mutableRow(row, of: channel)
        target.copy(source)
    }
}
