// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster

/// The decoder, the stages and the encoder of a render while it runs.
final class ActiveRender {
    private let cancellation: Cancellation
    private let decoding: DecodingStage
    private let pipeline: Pipeline
    private let encoded = EncodedChunks()
    private var encoder: ImageEncoder?
    private var band: Band<Straight>
    private var encode: Duration = .zero

    init(_ renderer: Renderer, cancellation: Cancellation) throws(RenderError) {
        self.cancellation = cancellation
        decoding = try DecodingStage(
            renderer.source,
            limits: renderer.limits,
            cancellation: cancellation
        )
        pipeline = Pipeline(decoding, stages: renderer.stages)
        band = pipeline.end.makeBand()
        // A profile for gray says nothing of color, and the other way around.
        let keepsColorSpace = decoding.layout.isColor == renderer.outputLayout.isColor
        do {
            encoder = try ImageEncoder(
                renderer.output.encoding,
                size: renderer.outputSize,
                layout: renderer.outputLayout,
                iccProfile: keepsColorSpace ? decoding.iccProfile : nil,
                sink: { [encoded] chunk throws(SinkClosed) in encoded.chunks.append(chunk) }
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Makes the next band.
    ///
    /// - Returns: Whether that was the end.
    func step(_ sink: ([UInt8]) throws(SinkClosed) -> Void) throws(RenderError) -> Bool {
        try cancellation.check()
        try pipeline.end.pull(into: &band)
        let isOver = band.rowCount == 0
        let began = ContinuousClock.now
        do {
            if isOver {
                try encoder.take()?.finish()
            } else {
                try encoder?.encodeRows(band)
            }
        } catch {
            throw RenderError(error, cancellation)
        }
        encode += ContinuousClock.now - began
        do {
            for chunk in encoded.takeAll() { try sink(chunk) }
        } catch {
            throw .sinkClosed
        }
        return isOver
    }

    /// Splits the time of all steps up.
    func timings(total: Duration) -> RenderTimings {
        var timings = RenderTimings()
        timings.decode = decoding.elapsed
        timings.encode = encode
        timings.effects = max(.zero, total - decoding.elapsed - encode)
        return timings
    }
}

/// What the encoder gave out during a step; only the thread that steps touches it.
private final class EncodedChunks {
    var chunks: [[UInt8]] = []

    func takeAll() -> [[UInt8]] {
        defer { chunks = [] }
        return chunks
    }
}
