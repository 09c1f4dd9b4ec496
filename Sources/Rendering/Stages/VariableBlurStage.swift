// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// Blurs premultiplied pixels, each as strongly as a mask says.
///
/// Several blurs of the image run side by side; each pixel is a mix of two of them.
final class VariableBlurStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let blur: VariableBlur
    private let context: StageContext
    private let levels: [Level]
    private var input: Band<Premultiplied>
    private var queue: RowQueue<Premultiplied>

    /// The current rows of the image, followed by the same rows of each blurred copy of it.
    private var rows: Band<Premultiplied>

    private let mixes: [(level: Int, weight: UInt32)]
    private var mask: MaskPlane?
    private var nextRow = 0

    private final class Level {
        var blur: StreamingBlur
        /// The index of the next row to push into the blur.
        var next = 0

        init(_ geometry: BlurGeometry, _ layout: ChannelLayout) {
            blur = StreamingBlur(geometry: geometry, layout: layout)
        }
    }

    init(
        _ upstream: any BandSource<Premultiplied>,
        blur: VariableBlur,
        context: StageContext
    ) {
        self.upstream = upstream
        self.blur = blur
        self.context = context
        let (size, layout) = (upstream.size, upstream.layout)
        (self.size, self.layout) = (size, layout)
        levels = Self.geometries(blur, size).map { Level($0, layout) }
        let strengths = BlurLevels(blur)
        mixes = (0...255).map(strengths.mix)
        input = upstream.makeBand()
        queue = RowQueue(
            layout: layout,
            width: size.width,
            capacity: Self.rowCount(blur, size)
        )
        rows = Band(
            layout: layout,
            width: size.width,
            capacity: (levels.count + 1) * bandHeight
        )
    }

    private static func geometries(_ blur: VariableBlur, _ size: PixelSize) -> [BlurGeometry] {
        BlurLevels(blur).sigmas.map { BlurGeometry(size: size, sigma: $0, edge: blur.edge) }
    }

    private static func rowCount(_ blur: VariableBlur, _ size: PixelSize) -> Int {
        min(size.height, rowsAhead(blur, size) + 3 * bandHeight)
    }

    /// Returns the greatest number of rows to read below the current one.
    static func rowsAhead(_ blur: VariableBlur, _ size: PixelSize) -> Int {
        geometries(blur, size).reduce(0) { max($0, $1.rowsAhead) }
    }

    /// The stage memory, in bytes.
    static func byteCount(
        _ blur: VariableBlur,
        size: PixelSize,
        layout: ChannelLayout
    ) -> Int {
        let geometries = geometries(blur, size)
        let blurs = geometries.reduce(0) {
            $0 + $1.workingByteCount(channels: layout.channelCount)
        }
        return blurs
            + Band<Premultiplied>.byteCount(
                layout: layout,
                width: size.width,
                capacity: rowCount(blur, size) + (geometries.count + 2) * bandHeight
            ) + size.pixelCount
    }

    /// The work of the blur, in passes over a sample.
    static func passes(_ blur: VariableBlur) -> Int { 4 * BlurLevels(blur).sigmas.count + 8 }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { queue.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        if mask == nil {
            mask = try MaskPlane(blur.mask, size: size, context: context)
        }
        let count = min(band.capacity, size.height - nextRow)
        band.rowCount = count
        if count == 0 { return }
        for index in levels.indices { try fill(levels[index], index + 1, count) }
        for row in 0..<count {
            while queue.rows.upperBound <= nextRow + row { try queue.feed(upstream, &input) }
            for channel in 0..<layout.channelCount {
                rows.copy(row, channel, from: queue.band, queue.slot(of: nextRow + row), channel)
            }
        }
        let mask = mask?.samples ?? []
        for row in 0..<count {
            for channel in 0..<layout.channelCount { mix(mask, &band, row, channel) }
        }
        nextRow += count
        queue.drop(before: levels.reduce(nextRow) { min($0, $1.next) })
    }

    /// Computes the next rows of one blur.
    private func fill(_ level: Level, _ index: Int, _ count: Int) throws(RenderError) {
        var row = index * bandHeight
        let end = row + count
        while row < end {
            let written = level.blur.pull(into: &rows, rows: row..<end)
            row += written
            if written > 0 { continue }
            while queue.rows.upperBound <= level.next { try queue.feed(upstream, &input) }
            level.next += level.blur.push(queue.band, rows: queue.slots(from: level.next))
        }
    }

    private func mix(
        _ mask: [UInt8],
        _ band: inout Band<Premultiplied>,
        _ row: Int,
        _ channel: Int
    ) {
        let first = (nextRow + row) * size.width
        var target = band.mutableRow(row, of: channel)
        Self.mix(rows, row, channel, mask[first..<(first + size.width)], mixes, into: &target)
    }

    private static func mix(
        _ rows: borrowing Band<Premultiplied>,
        _ row: Int,
        _ channel: Int,
        _ mask: ArraySlice<UInt8>,
        _ mixes: [(level: Int, weight: UInt32)],
        into result: inout MutableSpan<UInt16>
    ) {
        let levels = rows.rows(row..<rows.capacity, of: channel)
        let stride = bandHeight * rows.stride
        var x = 0
        for strength in mask {
            let mix = mixes[Int(strength)]
            let index = mix.level * stride + x
            let (weaker, stronger) = (UInt64(levels[index]), UInt64(levels[index + stride]))
            let sum = weaker * UInt64(65_536 - mix.weight) + stronger * UInt64(mix.weight)
            result[x] = UInt16((sum + 32_768) >> 16)
            x += 1
        }
    }
}

extension VariableBlurStage {
    /// The plan of a stage that blurs premultiplied pixels as strongly as a mask says.
    struct Plan: StagePlan {
        let blur: VariableBlur

        /// The header of the mask's file.
        let mask: ImageHeader

        func relation(of input: PictureShape) -> RowIntake.Relation {
            .ahead(VariableBlurStage.rowsAhead(blur, input.size))
        }

        func byteCount(of input: PictureShape) -> Int {
            VariableBlurStage.byteCount(blur, size: input.size, layout: input.layout)
        }

        func passingByteCount(of input: PictureShape) -> Int {
            MaskPlane.passingByteCount(blur.mask, mask, size: input.size)
        }

        func work(on input: PictureShape) -> Int {
            VariableBlurStage.passes(blur) * input.sampleCount
                + MaskPlane.work(blur.mask, mask, size: input.size)
        }

        var pictures: Set<PictureUse> { [PictureUse(blur.mask)] }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            VariableBlurStage(upstream, blur: blur, context: context)
        }
    }
}

extension VariableBlur: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        guard let source = planner.resources[mask.picture] else {
            return planner.refuse(.missingPicture(mask.picture))
        }
        if edge.introducesAlpha { planner.addAlpha() }
        planner.append(premultiplied: VariableBlurStage.Plan(blur: self, mask: source.header))
    }
}
