// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Kernels
import Raster

/// A buffer of the image's rows that panes cover, kept until the panes are drawn on them.
///
/// It pulls bands from upstream only when a pane needs their rows.
final class Backdrop {
    private let upstream: any BandSource<Straight>
    private var bands: Deque<Box> = []
    private var spare: [Box] = []

    /// The index of the first row in the buffer.
    private(set) var firstRow = 0

    /// The index after the last row that was pulled from upstream.
    private(set) var endRow = 0

    /// The greatest number of bands that were in the buffer at one time.
    private(set) var greatestCount = 0

    init(_ upstream: any BandSource<Straight>) { self.upstream = upstream }

    var size: PixelSize { upstream.size }
    var layout: ChannelLayout { upstream.layout }

    /// Whether the buffer contains no rows.
    var isEmpty: Bool { bands.isEmpty }

    /// Pulls the next band from upstream and appends it to the buffer; false at the end of the
    /// image.
    ///
    /// - Returns: Whether there was a band; false at the end of the image.
    @discardableResult
    func take() throws(RenderError) -> Bool {
        let box = spare.popLast() ?? Box(upstream.makeBand())
        try upstream.pull(into: &box.band)
        guard box.band.rowCount > 0 else { return false }
        bands.append(box)
        endRow += box.band.rowCount
        greatestCount = max(greatestCount, bands.count)
        return true
    }

    /// Pulls the next band directly into a caller's band; only while the buffer is empty.
    func pass(into band: inout Band<Straight>) throws(RenderError) {
        precondition(isEmpty, "rows that are passed by others")
        try upstream.pull(into: &band)
        firstRow += band.rowCount
        endRow = firstRow
    }

    /// Copies the first band of the buffer; the copy has no rows if the buffer is empty.
    func copyFirst(into band: inout Band<Straight>) {
        guard let first = bands.first else {
            band.rowCount = 0
            return
        }
        first.band.convert(into: &band)
    }

    /// Removes the first band from the buffer.
    func dropFirst() {
        guard let first = bands.popFirst() else { return }
        firstRow += first.band.rowCount
        spare.append(first)
    }

    /// Copies a rectangle of the image, and pulls its rows from upstream first if necessary.
    func copy(
        _ rows: Range<Int>,
        columns: Range<Int>,
        into band: inout Band<Straight>
    ) throws(RenderError) {
        precondition(rows.lowerBound >= firstRow, "rows that are gone")
        while endRow < rows.upperBound {
            guard try take() else { preconditionFailure("a picture with fewer rows than it said") }
        }
        var start = firstRow
        for box in bands where start < rows.upperBound {
            let end = start + box.band.rowCount
            if end > rows.lowerBound {
                let part = max(start, rows.lowerBound)..<min(end, rows.upperBound)
                for row in part {
                    let target = row - rows.lowerBound
                    band.copyRow(row - start, columns: columns, of: box.band, toRow: target)
                }
            }
            start = end
        }
        band.rowCount = rows.count
    }

    private final class Box {
        var band: Band<Straight>

        init(_ band: consuming Band<Straight>) { self.band = band }
    }
}

extension Band where Form == Straight {
    /// Copies columns of one row from a band with the same channels.
    fileprivate mutating func copyRow(
        _ sourceRow: Int,
        columns: Range<Int>,
        of source: borrowing Band<Straight>,
        toRow row: Int
    ) {
        for channel in 0..<layout.channelCount {
            let samples = source.row(sourceRow, of: channel).extracting(columns)
            var target = mutableRow(row, of: channel)
            target.copy(samples)
        }
    }
}

/// A source of the part of the image that one pane covers.
final class CroppingStage: BandSource {
    let size: PixelSize

    private let backdrop: Backdrop
    private let bounds: PixelRect
    private var nextRow = 0

    /// Creates a source of a rectangle of the image.
    ///
    /// - Parameters:
    ///   - backdrop: The image.
    ///   - bounds: The part of it; entirely inside of the image.
    init(_ backdrop: Backdrop, bounds: PixelRect) {
        self.backdrop = backdrop
        self.bounds = bounds
        size = bounds.size
    }

    var layout: ChannelLayout { backdrop.layout }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let rows = nextRow..<min(nextRow + band.capacity, size.height)
        if rows.isEmpty {
            band.rowCount = 0
            return
        }
        let first = bounds.y + rows.lowerBound
        try backdrop.copy(first..<(first + rows.count), columns: bounds.columns, into: &band)
        nextRow = rows.upperBound
    }
}
