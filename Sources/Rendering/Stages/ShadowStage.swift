// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Draws an image over the shadow of its alpha.
///
/// The alpha is blurred with margins on all sides, for offsets that move them into the image.
/// Rows of the image wait for their shadow, and rows of alpha wait until the shadow needs them.
final class ShadowStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Straight>
    private let shadow: DropShadow
    private let geometry: BlurGeometry
    private let columns: Shift
    private let rows: Shift

    private var blur: StreamingBlur
    private var input: Band<Straight>
    private var picture: RowQueue<Straight>
    private var alpha: RowQueue<Premultiplied>

    /// The last two rows of blurred alpha, and a third row of zeros.
    private var blurred: Band<Premultiplied>

    /// The number of alpha rows pushed into the blur, and the number pulled out of it.
    private var (pushedCount, pulledCount) = (0, 0)
    private var nextRow = 0
    private var line: [Float]
    private var coverage: [UInt16]

    /// An offset of the shadow along one axis, split into whole pixels and a fraction.
    struct Shift {
        let whole: Int
        let rest: Float

        init(_ distance: Double) {
            whole = Int(distance.rounded(.down))
            rest = Float(distance - Double(whole))
        }
    }

    init(_ input: RowsWithAlpha, shadow: DropShadow) {
        let upstream = input.source
        self.upstream = upstream
        self.shadow = shadow
        (size, layout) = (upstream.size, upstream.layout)
        let geometry = Self.geometry(shadow, size)
        self.geometry = geometry
        columns = Shift(shadow.offset.x)
        rows = Shift(shadow.offset.y)
        blur = StreamingBlur(coverage: geometry)
        self.input = upstream.makeBand()
        let waiting = Self.waiting(shadow, size)
        picture = RowQueue(layout: layout, width: size.width, capacity: waiting.picture)
        alpha = RowQueue(layout: .gray, width: size.width, capacity: waiting.alpha)
        blurred = Band(layout: .gray, width: geometry.outputSize.width, capacity: 3)
        line = Array(repeating: 0, count: geometry.outputSize.width)
        coverage = Array(repeating: 0, count: size.width)
    }

    private static func geometry(_ shadow: DropShadow, _ size: PixelSize) -> BlurGeometry {
        BlurGeometry(size: size, sigma: shadow.sigma, edge: .expand)
    }

    /// Returns how many rows of the image and of its alpha are in memory at one time.
    private static func waiting(
        _ shadow: DropShadow,
        _ size: PixelSize
    ) -> (picture: Int, alpha: Int) {
        let down = Shift(shadow.offset.y).whole
        return (
            picture: min(size.height, rowsAhead(shadow, size) + 2 * bandHeight),
            alpha: min(size.height, max(0, down + 1) + alphaAhead(shadow, size) + 2 * bandHeight)
        )
    }

    /// Returns the greatest number of alpha rows below a row on which its blurred alpha depends.
    private static func alphaAhead(_ shadow: DropShadow, _ size: PixelSize) -> Int {
        let geometry = geometry(shadow, size)
        return geometry.rowsAhead + geometry.margin
    }

    /// Returns the greatest number of rows to read ahead, which an upward offset of the shadow
    /// increases.
    static func rowsAhead(_ shadow: DropShadow, _ size: PixelSize) -> Int {
        max(0, alphaAhead(shadow, size) - Shift(shadow.offset.y).whole)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ shadow: DropShadow, size: PixelSize, layout: ChannelLayout) -> Int {
        let (geometry, waiting) = (geometry(shadow, size), waiting(shadow, size))
        func rows(_ count: Int, _ layout: ChannelLayout, _ width: Int) -> Int {
            Band<Straight>.byteCount(layout: layout, width: width, capacity: count)
        }
        return geometry.workingByteCount(channels: 1)
            + rows(waiting.picture + bandHeight, layout, size.width)
            + rows(waiting.alpha, .gray, size.width)
            + rows(3, .gray, geometry.outputSize.width)
            + geometry.outputSize.width * 4 + size.width * 2
    }

    /// The number of rows that fit into both queues; for tests.
    var queueCapacity: Int { picture.capacity + alpha.capacity }

    func pull(into band: inout Band<Straight>) throws(RenderError) {
        let count = min(band.capacity, size.height - nextRow)
        for row in 0..<count {
            while picture.rows.upperBound <= nextRow { try feed() }
            for channel in 0..<layout.channelCount {
                band.copy(row, channel, from: picture.band, picture.slot(of: nextRow), channel)
            }
            if try castShadow() { Self.lay(&band, row, over: coverage, of: shadow.color) }
            nextRow += 1
            picture.drop(before: nextRow)
        }
        band.rowCount = count
    }

    /// The index of the last row of blurred alpha for the next row's shadow; it may not exist.
    private var lastNeeded: Int { nextRow - rows.whole + geometry.margin }

    /// Whether the next row and all rows below it have no shadow.
    private var isPast: Bool { lastNeeded > geometry.outputSize.height }

    /// Computes how much of each pixel in the next row the shadow covers; false if the row has no
    /// shadow.
    ///
    /// - Returns: Whether the row has a shadow.
    private func castShadow() throws(RenderError) -> Bool {
        let (last, height) = (lastNeeded, geometry.outputSize.height)
        guard last >= 0, !isPast else { return false }
        while pulledCount <= min(last, height - 1) { try pullAlpha() }
        let (upper, lower) = (slot(last - 1), slot(last))
        Self.mix(blurred, upper, lower, rows.rest, into: &line)
        let start = geometry.margin - columns.whole
        for x in 0..<size.width {
            let (left, right) = (x + start - 1, x + start)
            let before = line.indices.contains(left) ? line[left] : 0
            let after = line.indices.contains(right) ? line[right] : 0
            let sample = after + (before - after) * columns.rest
            coverage[x] = UInt16(min(max(sample.rounded(), 0), 65_535))
        }
        return true
    }

    /// Returns the index in `blurred` of a row of blurred alpha, or of the row of zeros for a row
    /// outside of the blur.
    private func slot(_ row: Int) -> Int {
        (0..<geometry.outputSize.height).contains(row) ? row % 2 : 2
    }

    private static func mix(
        _ blurred: borrowing Band<Premultiplied>,
        _ upperRow: Int,
        _ lowerRow: Int,
        _ rest: Float,
        into line: inout [Float]
    ) {
        let (upper, lower) = (blurred.row(upperRow, of: 0), blurred.row(lowerRow, of: 0))
        for x in 0..<line.count {
            let sample = Float(lower[x])
            line[x] = sample + (Float(upper[x]) - sample) * rest
        }
    }

    private static func lay(
        _ band: inout Band<Straight>,
        _ row: Int,
        over coverage: [UInt16],
        of color: StraightColor
    ) {
        band.lay(row: row, over: coverage.span, of: color)
    }

    private func pullAlpha() throws(RenderError) {
        while !blur.pull(into: &blurred, row: pulledCount % 2) {
            while alpha.rows.upperBound <= pushedCount { try feed() }
            pushedCount += blur.push(alpha.band, rows: alpha.slots(from: pushedCount))
            alpha.drop(before: pushedCount)
        }
        pulledCount += 1
    }

    private func feed() throws(RenderError) {
        try upstream.pullRows(into: &input)
        picture.append(input)
        if !isPast { alpha.append(input, firstChannel: layout.channelCount - 1) }
    }
}

extension ShadowStage {
    /// The plan of a stage that draws an image over the shadow of its alpha.
    struct Plan: StagePlan {
        let shadow: DropShadow

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .ahead(ShadowStage.rowsAhead(shadow, input.size))
        }

        func byteCount(of input: PictureShape) -> Int {
            ShadowStage.byteCount(shadow, size: input.size, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int {
            input.sampleCount + 10 * input.size.pixelCount
        }

        func makeStage(_ upstream: Rows<Straight>, _ context: StageContext) -> Rows<Straight> {
            ShadowStage(RowsWithAlpha(upstream), shadow: shadow)
        }
    }
}

extension DropShadow: RenderedFilter {
    var reach: FilterReach { .spread(.init(blur: sigma, offset: offset, grows: grows)) }

    func addStages(to planner: inout StagePlanner) {
        // An opaque image hides its shadow.
        guard planner.layout.hasAlpha else { return }
        if !color.isGray { planner.addColor() }
        planner.append(ShadowStage.Plan(shadow: self))
    }
}
