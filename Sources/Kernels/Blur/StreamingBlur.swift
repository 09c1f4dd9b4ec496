// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A Gaussian blur through which rows flow: pushed in at the top, pulled out at the bottom.
///
/// Push rows while the blur ``isHungry``, then pull the rows that are ready, until all have come:
///
///     let size = PixelSize(width: band.width, height: band.rowCount)
///     let geometry = BlurGeometry(size: size, sigma: 20, edge: .clamp)
///     var blur = StreamingBlur(geometry: geometry, layout: band.layout)
///     var result = Band<Premultiplied>(layout: band.layout, width: size.width, capacity: 16)
///     var (row, written) = (0, 0)
///     while written < size.height {
///         if blur.isHungry { row += blur.push(band, rows: row..<band.rowCount) }
///         written += blur.pull(into: &result, rows: 0..<result.capacity)
///         // Use the rows in the result before the next pull overwrites them.
///     }
///
/// A hungry blur takes at least one row, and a blur that is not hungry delivers at least one row
/// until the end. So this loop always progresses, whatever the sizes of its bands.
///
/// Each channel is blurred separately: ``PlaneReduction`` makes low-resolution rows with a short
/// filter, and ``PlaneExpansion`` interpolates the result from them. The cost per sample does not
/// grow with sigma, and the memory grows with neither sigma nor height; see
/// ``BlurGeometry/workingByteCount(channels:)``. On the worst images of `Docs/algorithms.md` no
/// sample differs from the exact Gaussian by more than 0.26 of 255. Constant images stay constant,
/// and color never exceeds alpha where it did not before. The blur neither premultiplies nor
/// linearizes samples, and does not check for cancellation.
package struct StreamingBlur: ~Copyable, Sendable {
    /// The extent, standard deviation and edge mode.
    package let geometry: BlurGeometry

    /// The channels of all input and output bands.
    package let layout: ChannelLayout

    /// One blur per channel.
    private var planes: ChannelBlurs

    private var nextInput = 0

    /// Creates a blur and allocates all of its memory.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - layout: The channels; has alpha if the edge mode introduces it.
    ///   - instructionSet: The kernel variant to use.
    package init(
        geometry: BlurGeometry,
        layout: ChannelLayout,
        instructionSet: InstructionSet = .current
    ) {
        precondition(
            layout.hasAlpha || !geometry.edge.introducesAlpha,
            "the edge mode needs a layout with alpha"
        )
        self.init(geometry, layout, instructionSet)
    }

    /// Creates a blur of a single channel of coverage, such as a mask or a shadow.
    ///
    /// - Parameters:
    ///   - geometry: Extent, standard deviation and edge mode.
    ///   - instructionSet: The kernel variant to use.
    package init(coverage geometry: BlurGeometry, instructionSet: InstructionSet = .current) {
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

    /// Whether the next output row needs more input; false once all input rows have come.
    package var isHungry: Bool { planes.isHungry }

    /// Takes the next row of the image.
    ///
    /// - Parameters:
    ///   - band: As wide as the image, with the channels of ``layout``.
    ///   - row: The row of the band that is next. The blur must be hungry.
    package mutating func push(_ band: borrowing Band<Premultiplied>, row: Int) {
        let taken = push(band, rows: row..<(row + 1))
        precondition(taken == 1, "the blur is not hungry")
    }

    /// Takes rows of the image, as far as there is room.
    ///
    /// Faster than row by row, because several rows are processed together.
    ///
    /// - Parameters:
    ///   - band: As wide as the image, with the channels of ``layout``.
    ///   - rows: The next rows of the image in the band.
    /// - Returns: The number of rows taken, from the front of `rows`; at least one while
    ///   ``isHungry``, if there is one.
    package mutating func push(_ band: borrowing Band<Premultiplied>, rows: Range<Int>) -> Int {
        precondition(
            band.width == geometry.size.width && band.layout == layout,
            "the band has another width or layout"
        )
        precondition(rows.count <= geometry.size.height - nextInput, "the picture has fewer rows")
        if rows.isEmpty { return 0 }
        var taken = 0
        for channel in 0..<layout.channelCount {
            let samples = band.rows(rows, of: channel)
            let count = planes.push(samples, stride: band.stride, count: rows.count, to: channel)
            precondition(channel == 0 || count == taken, "the planes disagree")
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
    package mutating func pull(into band: inout Band<Premultiplied>, row: Int) -> Bool {
        pull(into: &band, rows: row..<(row + 1)) == 1
    }

    /// Writes the next rows of the result, as many as are ready.
    ///
    /// Faster than row by row, because the rows of one step are interpolated together.
    ///
    /// - Parameters:
    ///   - band: As wide as the result, with the channels of ``layout``.
    ///   - rows: The rows of the band that may be written; the band's `rowCount` stays as it is.
    /// - Returns: The number of rows written, from the front of `rows`: 0 when more input is needed,
    ///   or at the end.
    package mutating func pull(into band: inout Band<Premultiplied>, rows: Range<Int>) -> Int {
        precondition(
            band.width == geometry.outputSize.width && band.layout == layout,
            "the band has another width or layout"
        )
        if rows.isEmpty { return 0 }
        var written = 0
        for channel in 0..<layout.channelCount {
            let stride = band.stride
            var samples = band.mutableRows(rows, of: channel)
            let count = planes.pull(channel, into: &samples, stride: stride, limit: rows.count)
            precondition(channel == 0 || count == written, "the planes disagree")
            written = count
        }
        return written
    }
}

extension PlanePlan {
    /// Designs the blur of a channel, the same for all channels of an image.
    init(_ geometry: BlurGeometry) {
        self.init(
            sigma: geometry.sigma,
            edge: geometry.edge,
            rows: geometry.rows,
            columns: geometry.columns,
            step: geometry.step
        )
    }

    /// Computes the positions and buffer sizes for a channel of an image, without filter weights.
    init(outlineOf geometry: BlurGeometry) {
        self.init(
            outlineOf: geometry.sigma,
            edge: geometry.edge,
            rows: geometry.rows,
            columns: geometry.columns,
            step: geometry.step
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
    /// The greatest number of input rows that a ``StreamingBlur`` needs beyond the rows written.
    package var rowsAhead: Int { PlanePlan(outlineOf: self).rowsAhead }

    /// The greatest number of bytes that a ``StreamingBlur`` of this geometry allocates for
    /// samples.
    ///
    /// The filter is not designed for that, so that calls are cheap.
    ///
    /// Weights and bookkeeping, a few kilobytes, come on top.
    ///
    /// - Parameter channels: The number of channels, 1 to 4.
    /// - Returns: The number of bytes; grows with the width and not with the height, falls with sigma
    ///   up to about 64, and grows slowly from there.
    package func workingByteCount(channels: Int) -> Int {
        channels * PlaneBlur.byteCount(PlanePlan(outlineOf: self))
    }
}
