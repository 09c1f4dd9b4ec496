// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// A render that passes bands of pixels from the decoder through stages to the encoder.
///
/// It serves any plan, from any format into any format.
final class BandProduction: Production {
    private let cancellation: Cancellation
    private let decoder: any DecodingSource
    private let pipeline: Pipeline
    private var encoder: ImageEncoder?
    private var band: Band<Straight>
    private(set) var encoding: Duration = .zero

    init(
        _ renderer: Renderer,
        resized: ResizedPlanes?,
        stages: [PlannedStage<Straight>],
        space: WorkingSpace,
        cancellation: Cancellation,
        pool: WorkerPool?,
        sink: @escaping ByteSink
    ) throws(RenderError) {
        self.cancellation = cancellation
        let source: any BandSource<Straight>
        if let resized {
            let resizing = try ResizedDecoding(
                renderer.source,
                resized,
                limits: renderer.limits,
                cancellation: cancellation,
                pool: pool
            )
            (decoder, source) = (resizing, resizing)
        } else if let color = renderer.source.canvas {
            let header = renderer.source.header
            let canvas = ConstantStage(color, size: header.size, layout: header.layout)
            (decoder, source) = (canvas, canvas)
        } else {
            let decoding = try DecodingStage(
                renderer.source,
                limits: renderer.limits,
                in: renderer.replacesSpace ? .standard : nil,
                cancellation: cancellation,
                pool: pool
            )
            (decoder, source) = (decoding, decoding)
        }
        pipeline = Pipeline(
            source,
            stages: stages,
            context: StageContext(
                resources: renderer.resources,
                limits: renderer.limits,
                space: space,
                cancellation: cancellation,
                pictures: ResourcePictures(uses: renderer.plan.steps.flatMap(\.resources)),
                typesetting: renderer.typesetting
            )
        )
        band = pipeline.end.makeBand()
        do {
            encoder = try ImageEncoder(
                renderer.output.encoding,
                size: renderer.outputSize,
                layout: renderer.outputLayout,
                iccProfile: decoder.iccProfile,
                supervision: cancellation.supervision,
                sink: sink
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    var isDecoded: Bool { decoder.isDecoded }

    var decoding: Duration { decoder.decoding }

    var awaiting: Duration { decoder.awaiting }

    func advance() throws(RenderError) -> Bool {
        try pipeline.end.pull(into: &band)
        let began = ContinuousClock.now
        defer { encoding += ContinuousClock.now - began }
        do {
            if band.rowCount > 0 {
                try encoder?.encodeRows(band)
                return true
            }
            try encoder.take()?.finish()
            return false
        } catch {
            throw RenderError(error, cancellation)
        }
    }
}
