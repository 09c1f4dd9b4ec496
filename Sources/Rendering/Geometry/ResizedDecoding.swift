// SPDX-License-Identifier: Apache-2.0

import Codecs
import Kernels
import Raster

/// A decoder of JPEG that resizes the planes while it decodes them; see ``ResizedPlanes``.
final class ResizedDecoding: DecodingSource {
    let size: PixelSize
    let layout: ChannelLayout
    let iccProfile: [UInt8]?

    private let source: ReadAhead<CodedRows>
    private var arrived: CodedRows
    private let groupCount: Int
    private var loadedCount = 0
    private var planes: [ResizedPlane] = []
    private let makePlanes: (_ isCoded: Bool) -> [ResizedPlane]
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
        let weights = resized.blockWeights
        let corners = weights.map(\.corner)
        let file = try OpenPlanes(image, limits, cancellation, keeping: corners)
        iccProfile = file.decoder.iccProfile
        size = resized.size
        layout = planes.components.count == 1 ? .gray : .rgb
        groupCount = planes.groupCount
        arrived = CodedRows(planes)
        source = ReadAhead(pool: pool, lookahead: resized.lookahead) {
            CodedRows(planes)
        } decode: { rows, _ throws(RenderError) in
            try file.read(into: &rows)
            return rows.group != nil ? .portion : file.decoder.isBehind ? .nothing : .end
        }
        makePlanes = { isCoded in
            if isCoded {
                return planes.components.indices.map { ResizedPlane(planes, $0, weights[$0]) }
            }
            let pixels = resized.axes
            return planes.components.indices.map { index in
                ResizedPlane(resized.axes(of: index, pixels), planes, index)
            }
        }
    }

    var isDecoded: Bool { loadedCount == groupCount }

    var decoding: Duration { source.elapsed }

    var awaiting: Duration { source.awaiting }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        band.rowCount = count
        guard count > 0 else { return }
        while loadedCount == 0 || planes.contains(where: { $0.isHungry(for: nextRow + count) }) {
            try load()
        }
        for (channel, plane) in planes.enumerated() {
            plane.makeRows(nextRow..<(nextRow + count), into: &band, channel)
        }
        nextRow += count
        if layout.isColor { band.apply(Self.conversion) }
        // Damage after the last row that counts is found as well.
        if nextRow == size.height { while !isDecoded { try load() } }
    }

    /// Makes a group of rows of the resized planes, in order, for a result that is a JPEG.
    func pull(into rows: inout PlaneRows) throws(RenderError) {
        let group = rows.group ?? 0
        var ends: [Int] = []
        for plane in rows.planes.components.indices {
            let first = group * rows.shape(of: plane).groupRowCount
            ends.append(first + rows.rowCount(of: plane))
        }
        while loadedCount == 0 || zip(planes, ends).contains(where: { $0.isHungry(for: $1) }) {
            try load()
        }
        for plane in planes { plane.makeRows(into: &rows) }
        // Damage after the last row that counts is found as well.
        if group == rows.planes.groupCount - 1 { while !isDecoded { try load() } }
    }

    private func load() throws(RenderError) {
        let isLoaded = try source.next(into: &arrived)
        precondition(isLoaded, "a picture with fewer rows than it said")
        if loadedCount == 0 { planes = makePlanes(arrived.holdsCoefficients) }
        loadedCount += 1
        if planes[0].isCoded && !arrived.holdsCoefficients || !planes[0].isCoded {
            var rows = PlaneRows(arrived.planes)
            arrived.makeRows(into: &rows)
            for plane in planes { plane.push(rows) }
        } else {
            for plane in planes { plane.push(arrived) }
        }
    }

    /// The conversion from YCbCr to RGB, of samples from 0 to 1.
    ///
    /// Reference: ITU-T T.871, 7.
    private static let conversion = {
        let (red, blue) = (1.402, 1.772)
        let (greenRed, greenBlue) = (0.299 * 1.402 / 0.587, 0.114 * 1.772 / 0.587)
        let middle = 128.0 / 255
        return ColorMatrix(
            red: .init(1, 0, red, 0, -red * middle),
            green: .init(1, -greenBlue, -greenRed, 0, (greenRed + greenBlue) * middle),
            blue: .init(1, blue, 0, 0, -blue * middle)
        )
    }()
}

/// The resampling of one plane of a JPEG, from its coefficients or from its samples.
private final class ResizedPlane {
    private let plane: Int
    private let blockRowCount: Int
    private var blocks: BlockResampling?
    private var samples: PlaneResampling?
    private var line: [UInt16] = []
    private var band: Band<Straight>?

    /// The low-frequency coefficients that are used of each block.
    private let corner: BlockCorner

    /// Whether the plane is resampled from coefficients, not from samples.
    let isCoded: Bool

    /// Creates a plane that is resampled from coefficients.
    init(_ planes: JPEGPlanes, _ plane: Int, _ weights: BlockWeights) {
        self.plane = plane
        isCoded = true
        corner = weights.corner
        blockRowCount = planes.components[plane].vertical
        blocks = BlockResampling(weights)
    }

    /// Creates a plane that is resampled from samples.
    init(_ axes: ResizedPlanes.Axes, _ planes: JPEGPlanes, _ plane: Int) {
        self.plane = plane
        isCoded = false
        corner = .whole
        blockRowCount = planes.components[plane].vertical
        line = [UInt16](repeating: 0, count: axes.columns.inputCount)
        samples = PlaneResampling(
            rows: ResamplingAxis(axes.rows),
            columns: ResamplingAxis(axes.columns),
            ahead: ResizedPlanes.rowsAhead
        )
    }

    func isHungry(for count: Int) -> Bool {
        let isHungry = samples?.isHungry(for: count)
        return isHungry ?? blocks?.isHungry(for: count) ?? false
    }

    func push(_ rows: borrowing CodedRows) {
        for row in 0..<blockRowCount {
            rows.withBlocks(ofRow: row, of: plane) { coefficients, transform in
                blocks?.push(coefficients, transform)
            }
        }
    }

    func push(_ rows: borrowing PlaneRows) {
        if isCoded {
            for row in 0..<blockRowCount {
                let made = ForwardTransform.blocks(corner, count: rows.shape(of: plane).width) {
                    x,
                    y in
                    let last = rows.rowCount(of: plane) - 1
                    return last < 0 ? 128 : rows.row(min(8 * row + y, last), of: plane)[x]
                }
                blocks?.push(made.span, nil)
            }
            return
        }
        for row in 0..<rows.rowCount(of: plane) {
            let bytes = rows.row(row, of: plane)
            for x in line.indices { line[x] = UInt16(bytes[x]) * 257 }
            samples?.push(line.span)
        }
    }

    /// Makes the plane's rows for a group of rows of the result, rounded to 8 bits.
    func makeRows(into rows: inout PlaneRows) {
        let shape = rows.shape(of: plane)
        let (first, count) = ((rows.group ?? 0) * shape.groupRowCount, rows.rowCount(of: plane))
        var made =
            band.take() ?? Band(layout: .gray, width: shape.width, capacity: bandHeight)
        for start in stride(from: 0, to: count, by: made.capacity) {
            let end = min(start + made.capacity, count)
            makeRows((first + start)..<(first + end), into: &made, 0)
            for row in start..<end {
                var bytes = rows.mutableRow(row, of: plane)
                made.pack(row: row - start, as: .eightBit, into: &bytes)
            }
        }
        band = consume made
    }

    func makeRows(_ rows: Range<Int>, into band: inout Band<Straight>, _ channel: Int) {
        let stride = band.stride
        var target = band.mutableRows(0..<rows.count, of: channel)
        if isCoded {
            blocks?.makeRows(rows, into: &target, stride: stride)
        } else {
            samples?.makeRows(rows, into: &target, stride: stride)
        }
    }
}
