// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// A decoder of JPEG that resizes the planes while it decodes them; see ``ResizedPlanes``.
final class ResizedDecoding: DecodingSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let groups: PlaneGroups
    private let planes: [ResizedPlane]

    /// The search for colors that a decoder clips to RGB, and their reduction; nil for a gray image.
    private let limits: (search: ColorLimits, result: ResizedLimits)?

    private var nextRow = 0

    /// Opens a JPEG file to decode it at another size.
    ///
    /// - Parameters:
    ///   - image: The file.
    ///   - resized: The change of size.
    ///   - limits: The largest size of an image.
    ///   - cancellation: Checked between two groups of rows, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle.
    /// - Throws: Errors of opening.
    init(
        _ image: SourceImage,
        _ resized: ResizedPlanes,
        limits: DecodeLimits,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let planes = resized.planes
        groups = try PlaneGroups(
            image,
            planes,
            keeping: ResizedPlanes.keptGroupCount,
            limits: limits,
            cancellation: cancellation,
            pool: pool
        )
        size = resized.size
        layout = planes.components.count == 1 ? .gray : .rgb
        let samples = layout.isColor ? RoomySamples.self : nil
        let axes = resized.planeAxes
        self.planes = axes.map { ResizedPlane($0, samples) }
        let result = ResizedLimits(axes[0])
        self.limits = ColorLimits(planes, for: result).map { ($0, result) }
    }

    var iccProfile: [UInt8]? { groups.iccProfile }

    var isDecoded: Bool { groups.isDecoded }

    var decoding: Duration { groups.decoding }

    var awaiting: Duration { groups.awaiting }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let rows = nextRow..<min(nextRow + band.capacity, size.height)
        band.rowCount = rows.count
        guard !rows.isEmpty else { return }
        while isHungry(for: rows.upperBound) { try load() }
        for (channel, plane) in planes.enumerated() { plane.makeRows(rows, into: &band, channel) }
        if let limits {
            limits.result.apply(rows, to: &band)
            band.apply(RoomySamples.conversion)
        }
        nextRow = rows.upperBound
        // Damage after the last row that counts is found as well.
        if nextRow == size.height { while !isDecoded { try load() } }
    }

    /// Whether more groups are needed for the first `count` rows.
    private func isHungry(for count: Int) -> Bool {
        if planes.contains(where: { $0.isHungry(for: count) }) { return true }
        return limits.map { !$0.result.areFound(by: $0.search, for: count) } ?? false
    }

    private func load() throws(RenderError) {
        try groups.load()
        for (index, plane) in planes.enumerated() { while groups.feed(plane, index) {} }
        if let limits { groups.feed(limits.search) }
    }
}

/// Samples of Y, Cb and Cr with room beyond 0 to 255, so that only colors are clipped, at the end.
///
/// Kernels with negative weights overshoot at edges. A luma above 255 may still be part of a color inside
/// of RGB.
enum RoomySamples {
    /// The number of units in a level of 8 bits.
    static let unit: Float = 128

    /// The number of levels below zero that a sample may have.
    private static let room: Float = 128

    /// The sample that stands for level 0.
    static let zero = unit * room

    /// The conversion to RGB, which spans 0 to 1.
    ///
    /// Reference: ITU-T T.871, 7.
    static let conversion = {
        let (red, blue) = (1.402, 1.772)
        let (greenRed, greenBlue) = (0.299 * 1.402 / 0.587, 0.114 * 1.772 / 0.587)
        let factor = 65_535 / (Double(unit) * 255)
        let middle = Double(room) / 255
        // Of samples less `middle`, color is measured from level 128.
        let gray = 128.0 / 255
        func row(_ cb: Double, _ cr: Double) -> ColorMatrix.Row {
            let bias = -middle - (cb + cr) * (middle + gray)
            return .init(factor, factor * cb, factor * cr, 0, bias)
        }
        return ColorMatrix(
            red: row(0, red),
            green: row(-greenBlue, -greenRed),
            blue: row(blue, 0)
        )
    }()
}

/// The resampling of one plane of a JPEG.
private final class ResizedPlane: PlaneRowTaker {
    private(set) var group = 0

    private var line: Band<Straight>
    private var resampling: PlaneResampling

    /// Creates the resampling of a plane, to samples of 16 bits or to samples with room beyond.
    init(_ axes: ResizedPlanes.Axes, _ samples: RoomySamples.Type?) {
        line = Band(layout: .gray, width: axes.columns.inputCount, capacity: 1)
        let factor = samples.map { Double($0.unit) / 257 } ?? 1
        resampling = PlaneResampling(
            rows: ResamplingAxis(axes.rows),
            columns: ResamplingAxis(axes.columns, times: factor),
            ahead: ResizedPlanes.rowsAhead,
            bias: samples?.zero ?? 0
        )
    }

    func isHungry(for count: Int) -> Bool { resampling.isHungry(for: count) }

    func push(_ rows: borrowing PlaneRows, of plane: Int) {
        for row in 0..<rows.rowCount(of: plane) {
            line.unpack(rows.row(row, of: plane), as: .eightBit, intoRow: 0)
            resampling.push(line.row(0, of: 0))
        }
        group += 1
    }

    func makeRows(_ rows: Range<Int>, into band: inout Band<Straight>, _ channel: Int) {
        let stride = band.stride
        var target = band.mutableRows(0..<rows.count, of: channel)
        resampling.makeRows(rows, into: &target, stride: stride)
    }
}

/// The reduction of the differences that clipping colors makes.
private final class ResizedLimits: ColorChangeTaker {
    private let rows: ResamplingAxis
    private let columns: ResamplingAxis

    /// The reduction of the differences; nil while there are none.
    private var resampling: SparseResampling?

    /// Creates a reduction by the weights of pixels, which are those of luma.
    init(_ axes: ResizedPlanes.Axes) {
        rows = ResamplingAxis(axes.rows)
        columns = ResamplingAxis(axes.columns)
    }

    func take(_ changed: borrowing LimitedRow, row: Int) {
        guard rows.reach.contains(row) else { return }
        if resampling == nil {
            resampling = SparseResampling(
                rows: rows,
                columns: columns,
                ahead: ResizedPlanes.rowsAhead,
                unit: RoomySamples.unit
            )
        }
        resampling?.add(changed, row: row)
    }

    /// Whether all differences are found on which the first `count` rows depend.
    func areFound(by limits: ColorLimits, for count: Int) -> Bool {
        limits.hasTaken(rows: rows.runs[count - 1].upperBound)
    }

    /// Adds the differences of rows, which are made in order, to a band of Y, Cb and Cr.
    func apply(_ rows: Range<Int>, to band: inout Band<Straight>) {
        for row in rows where resampling?.makeRow(row) == true {
            for plane in 0..<3 {
                var samples = band.mutableRow(row - rows.lowerBound, of: plane)
                resampling?.add(plane, to: &samples)
            }
        }
    }
}
