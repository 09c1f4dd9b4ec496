// SPDX-License-Identifier: Apache-2.0

import Codecs
import DequeModule

/// A render in progress, with the encoded chunks that the sink has not received yet.
final class ActiveRender {
    private let cancellation: Cancellation
    private let production: any Production
    private let encoded = EncodedChunks()
    private var opening: Duration
    private var isEncoded = false

    /// Opens the file, and allocates everything that the render needs.
    init(
        _ renderer: Renderer,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let began = ContinuousClock.now
        self.cancellation = cancellation
        let sink: ByteSink = { [encoded] chunk throws(SinkClosed) in encoded.chunks.append(chunk) }
        cancellation.note(renderer.source.header.damage)
        try OpenFile.check(renderer.source, renderer.limits, cancellation)
        let design = try renderer.design(cancellation)
        switch design.route {
        case .bands(let stages, _) where renderer.motion != nil:
            production = try MotionProduction(
                renderer,
                stages: stages,
                space: design.space,
                cancellation: cancellation,
                sink: sink
            )
        case .bands(let stages, let resized):
            production = try BandProduction(
                renderer,
                resized: resized,
                stages: stages,
                space: design.space,
                cancellation: cancellation,
                pool: pool,
                sink: sink
            )
        case .planes(let route):
            production = try PlaneProduction(
                renderer,
                route: route,
                cancellation: cancellation,
                pool: pool,
                sink: sink
            )
        }
        opening = ContinuousClock.now - began
    }

    /// Hands the next encoded chunk to the sink, after making more rows if there was none; true at
    /// the end.
    ///
    /// An encoder that holds its result back returns all of it at the end. Handing it over chunk by
    /// chunk lets the caller stop between two of them.
    ///
    /// - Returns: Whether the render is finished.
    func step(_ sink: ([UInt8]) throws(SinkClosed) -> Void) throws(RenderError) -> Bool {
        try cancellation.check()
        if encoded.chunks.isEmpty && !isEncoded { isEncoded = try !production.advance() }
        if let chunk = encoded.chunks.popFirst() {
            do { try sink(chunk) } catch { throw .sinkClosed }
        }
        return isEncoded && encoded.chunks.isEmpty
    }

    /// Whether all rows of the source are decoded.
    var isDecoded: Bool { production.isDecoded }

    /// Splits the total time of a render into those of decoding, effects and encoding.
    ///
    /// Opening a file counts as decoding, because a file with several scans is decoded completely
    /// then.
    func timings(total: Duration) -> RenderTimings {
        var timings = RenderTimings()
        timings.decode = opening + production.decoding
        timings.encode = production.encoding
        timings.effects = max(.zero, total - opening - production.awaiting - production.encoding)
        return timings
    }
}

/// The encoded chunks that the sink has not received yet; only the stepping thread uses them.
private final class EncodedChunks {
    var chunks: Deque<[UInt8]> = []
}
