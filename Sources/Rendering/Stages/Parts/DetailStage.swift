// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

/// Mixes a premultiplied image with a blurred copy of it.
///
/// Rows of the image wait for their blurred copies.
final class DetailStage: BandSource {
    let size: PixelSize
    let layout: ChannelLayout

    private let upstream: any BandSource<Premultiplied>
    private let mix: DetailMix
    private var blur: StreamingBlur
    private var input: Band<Premultiplied>
    private var taken = 0
    private var picture: RowQueue<Premultiplied>
    private var blurred: Band<Premultiplied>
    private var nextRow = 0

    init(_ upstream: any BandSource<Premultiplied>, mix: DetailMix, geometry: BlurGeometry) {
        self.upstream = upstream
        self.mix = mix
        (size, layout) = (upstream.size, upstream.layout)
        blur = StreamingBlur(geometry: geometry, layout: upstream.layout)
        input = upstream.makeBand()
        picture = RowQueue(
            layout: upstream.layout,
            width: upstream.size.width,
            capacity: Self.rowCount(geometry)
        )
        blurred = upstream.makeBand()
    }

    private static func rowCount(_ geometry: BlurGeometry) -> Int {
        min(geometry.size.height, geometry.rowsAhead + 2 * bandHeight)
    }

    /// The stage memory, in bytes.
    static func byteCount(_ geometry: BlurGeometry, layout: ChannelLayout) -> Int {
        geometry.workingByteCount(channels: layout.channelCount)
            + Band<Premultiplied>.byteCount(
                layout: layout,
                width: geometry.size.width,
                capacity: rowCount(geometry) + 2 * bandHeight
            )
    }

    /// The number of rows that fit into the queue; for tests.
    var queueCapacity: Int { picture.capacity }

    func pull(into band: inout Band<Premultiplied>) throws(RenderError) {
        let count = min(band.capacity, blurred.capacity, size.height - nextRow)
        var pulled = 0
        while pulled < count {
            let made = blur.pull(into: &blurred, rows: pulled..<count)
            if made == 0 { try feed() }
            pulled += made
        }
        for row in 0..<count {
            for channel in 0..<layout.channelCount {
                band.copy(row, channel, from: picture.band, picture.slot(of: nextRow), channel)
            }
            band.mix(row: row, with: blurred, row: row, by: mix)
            nextRow += 1
            picture.drop(before: nextRow)
        }
        band.rowCount = count
    }

    private func feed() throws(RenderError) {
        if taken == input.rowCount {
            try upstream.pullRows(into: &input)
            picture.append(input)
            taken = 0
        }
        taken += blur.push(input, rows: taken..<input.rowCount)
    }
}

extension DetailStage {
    /// The plan of a stage that mixes an image with a blurred copy.
    struct Plan: StagePlan {
        let mix: DetailMix
        let geometry: BlurGeometry

        func relation(of input: PictureShape) -> RowIntake.Relation { .ahead(geometry.rowsAhead) }

        func byteCount(of input: PictureShape) -> Int {
            DetailStage.byteCount(geometry, layout: input.layout)
        }

        func work(on input: PictureShape) -> Int { 14 * input.sampleCount }

        func makeStage(
            _ upstream: Rows<Premultiplied>,
            _ context: StageContext
        ) -> Rows<Premultiplied> {
            DetailStage(upstream, mix: mix, geometry: geometry)
        }
    }
}

extension Detail: RenderedFilter {
    var reach: FilterReach { .picture }

    func addStages(to planner: inout StagePlanner) {
        let geometry = BlurGeometry(
            size: planner.size,
            sigma: sigma,
            edge: .clamp,
            isPrecise: planner.isMultiplied || multipliesDetail
        )
        planner.append(premultiplied: DetailStage.Plan(mix: mix, geometry: geometry))
    }

    /// Whether errors of the blur grow.
    private var multipliesDetail: Bool {
        switch kind {
        case .sharpen(let amount): amount > 1
        case .bloom, .gloom: false
        case .smooth: true
        }
    }

    private var mix: DetailMix {
        switch kind {
        case .sharpen(let amount): .sharpen(Float(amount))
        case .bloom(let amount): .greater(Float(amount))
        case .gloom(let amount): .lesser(Float(amount))
        case .smooth(let level, let sharpness):
            .smooth(level: Float(level), gain: Float(1 + sharpness))
        }
    }
}
