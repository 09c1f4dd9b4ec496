// SPDX-License-Identifier: Apache-2.0

public import Raster

/// A Gaussian blur through which rows flow: pushed in at the top, pulled out at the bottom.
///
/// The order is: push while ``isHungry``, pull until it is hungry again, until all rows came out.
///
///     while row < band.rowCount {
///         row += blur.push(band, rows: row..<band.rowCount)
///         while blur.pull(into: &result, rows: 0..<result.capacity) > 0 { … }
///     }
///
/// Cost per sample does not grow with sigma, memory with neither sigma nor height; see
/// ``BlurGeometry/workingByteCount(channels:)``. On the worst pictures of `Docs/exactness.md` no
/// sample differs from the exact Gaussian by more than 0.26 of 255. Constant
/// pictures stay as they are, and color never exceeds alpha where it did not before. See
/// ``PlaneReduction`` and ``PlaneExpansion`` for how.
public struct StreamingBlur: ~Copyable, Sendable {
    /// What the blur does to the extent of the picture.
    public let geometry: BlurGeometry

    /// The channels of all bands that go in and come out.
    public let layout: ChannelLayout

    /// One blur per channel.
    private var planes: ChannelBlurs

    private var nextInput = 0

    /// Prepares a blur; all memory is allocated here.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - layout: The channels; has alpha if the edge mode introduces it.
    ///   - instructionSet: The variant that does it.
    public init(
        geometry: BlurGeometry,
        layout: ChannelLayout,
        instructionSet: InstructionSet = .current
    ) {
        precondition(
            layout.hasAlpha || !geometry.edge.introducesAlpha,
            "an edge mode that introduces alpha, and a layout without"
        )
        self.init(geometry, layout, instructionSet)
    }

    /// Prepares the blur of a lone channel that is itself how much of something there is.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - instructionSet: The variant that does it.
    public init(coverage geometry: BlurGeometry, instructionSet: InstructionSet = .current) {
        self.init(geometry, .gray, instructionSet)
    }

    private init(
        _ geometry: BlurGeometry,
        _ layout: ChannelLayout,
        _ instructionSet: InstructionSet
    ) {
        self.geometry = geometry
        self.layout = layout
        planes = ChannelBlurs(
            plan: PlanePlan(geometry),
            count: layout.channelCount,
            instructionSet: instructionSet
        )
    }

    /// Whether the next output row needs more input; false once all input rows are there.
    public var isHungry: Bool { planes.isHungry }

    /// Takes the next row of the picture.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture, with the channels of ``layout``.
    ///   - row: The row of the band that is next. The blur must be hungry.
    public mutating func push(_ band: borrowing Band<Premultiplied>, row: Int) {
        let taken = push(band, rows: row..<(row + 1))
        precondition(taken == 1, "a row for a blur that is not hungry")
    }

    /// Takes rows of the picture, as far as there is room.
    ///
    /// Faster than row by row, since rows are worked on together.
    ///
    /// - Parameters:
    ///   - band: As wide as the picture, with the channels of ``layout``.
    ///   - rows: The rows of the band that are next.
    /// - Returns: How many rows were taken, from the front of `rows`; at least one while
    ///   ``isHungry``, if there is one.
    public mutating func push(_ band: borrowing Band<Premultiplied>, rows: Range<Int>) -> Int {
        precondition(
            band.width == geometry.size.width && band.layout == layout,
            "another kind of band"
        )
        precondition(rows.count <= geometry.size.height - nextInput, "more rows than the picture")
        if rows.isEmpty { return 0 }
        var taken = 0
        for channel in 0..<layout.channelCount {
            let samples = band.rows(rows, of: channel)
            let count = planes.push(samples, stride: band.stride, count: rows.count, to: channel)
            precondition(channel == 0 || count == taken, "planes that differ")
            taken = count
        }
        nextInput += taken
        return taken
    }

    /// Writes the next row of the result.
    ///
    /// - Parameters:
    ///   - band: As wide as the result, with the channels of ``layout``.
    ///   - row: The row of the band that is written; the band's `rowCount` stays as it is.
    /// - Returns: Whether a row was written: false when more input is needed, or at the end.
    public mutating func pull(into band: inout Band<Premultiplied>, row: Int) -> Bool {
        pull(into: &band, rows: row..<(row + 1)) == 1
    }

    /// Writes the next rows of the result, as many as are ready.
    ///
    /// Faster than row by row, since rows of one step are interpolated together.
    ///
    /// - Parameters:
    ///   - band: As wide as the result, with the channels of ``layout``.
    ///   - rows: The rows of the band that may be written; the band's `rowCount` stays as it is.
    /// - Returns: How many rows were written, from the front of `rows`: 0 when more input is needed,
    ///   or at the end.
    public mutating func pull(into band: inout Band<Premultiplied>, rows: Range<Int>) -> Int {
        precondition(
            band.width == geometry.outputSize.width && band.layout == layout,
            "another kind of band"
        )
        if rows.isEmpty { return 0 }
        var written = 0
        for channel in 0..<layout.channelCount {
            let stride = band.stride
            var samples = band.mutableRows(rows, of: channel)
            let count = planes.pull(channel, into: &samples, stride: stride, limit: rows.count)
            precondition(channel == 0 || count == written, "planes that differ")
            written = count
        }
        return written
    }
}

extension PlanePlan {
    /// The plan of every channel of a picture.
    init(_ geometry: BlurGeometry) {
        self.init(
            sigma: geometry.sigma,
            edge: geometry.edge,
            rows: geometry.rows,
            columns: geometry.columns
        )
    }

    /// The same without weights.
    init(outlineOf geometry: BlurGeometry) {
        self.init(
            outlineOf: geometry.sigma,
            edge: geometry.edge,
            rows: geometry.rows,
            columns: geometry.columns
        )
    }
}

extension BlurGeometry {
    fileprivate var rows: PlaneAxis {
        PlaneAxis(inputCount: size.height, outputCount: outputSize.height, margin: margin)
    }

    fileprivate var columns: PlaneAxis {
        PlaneAxis(inputCount: size.width, outputCount: outputSize.width, margin: margin)
    }
}

extension BlurGeometry {
    /// By how many rows more than it wrote a ``StreamingBlur`` of this geometry may need before it
    /// writes another.
    public var rowsAhead: Int { PlanePlan(outlineOf: self).rowsAhead }

    /// The bytes of samples that a ``StreamingBlur`` of this geometry allocates, at most.
    ///
    /// The blur is not designed for that, so that many may be asked.
    ///
    /// Weights and bookkeeping, a few kilobytes, come on top.
    ///
    /// - Parameter channels: The number of channels, 1 to 4.
    /// - Returns: Bytes; grows with the width and not with the height, and sinks with sigma until
    ///   about 64, from where on it grows slowly.
    public func workingByteCount(channels: Int) -> Int {
        channels * PlaneBlur.byteCount(PlanePlan(outlineOf: self))
    }
}
