// SPDX-License-Identifier: Apache-2.0

import Codecs
import DequeModule
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
    private var isEncoded = false

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
                shouldContinue: { !cancellation.isCancelled && !cancellation.isOverdue },
                sink: { [encoded] chunk throws(SinkClosed) in encoded.chunks.append(chunk) }
            )
        } catch {
            throw RenderError(error, cancellation)
        }
    }

    /// Hands over what was encoded, a piece at a time, or makes the next band.
    ///
    /// An encoder that holds its result back gives all of it out at the end; handing that over
    /// piece by piece lets the caller stop between two of them.
    ///
    /// - Returns: Whether that was the end.
    func step(_ sink: ([UInt8]) throws(SinkClosed) -> Void) throws(RenderError) -> Bool {
        try cancellation.check()
        if encoded.chunks.isEmpty { try advance() }
        if let chunk = encoded.chunks.popFirst() {
            do { try sink(chunk) } catch { throw .sinkClosed }
        }
        return isEncoded && encoded.chunks.isEmpty
    }

    private func advance() throws(RenderError) {
        try pipeline.end.pull(into: &band)
        let began = ContinuousClock.now
        do {
            if band.rowCount > 0 {
                try encoder?.encodeRows(band)
            } else {
                try encoder.take()?.finish()
                isEncoded = true
            }
        } catch {
            throw RenderError(error, cancellation)
        }
        encode += ContinuousClock.now - began
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

/// What the encoder gave out and nobody has yet; only the thread that steps touches it.
private final class EncodedChunks {
    var chunks: Deque<[UInt8]> = []
}
