// SPDX-License-Identifier: Apache-2.0

import Codecs
import DequeModule

/// A render while it runs, with what was encoded and nobody has taken yet.
final class ActiveRender {
    private let cancellation: Cancellation
    private let production: any Production
    private let encoded = EncodedChunks()
    private var opening: Duration
    private var isEncoded = false

    /// Opens the file and allocates what the render needs.
    init(
        _ renderer: Renderer,
        cancellation: Cancellation,
        pool: WorkerPool?
    ) throws(RenderError) {
        let began = ContinuousClock.now
        self.cancellation = cancellation
        let sink: ByteSink = { [encoded] chunk throws(SinkClosed) in encoded.chunks.append(chunk) }
        switch renderer.route {
        case .bands(let stages):
            production = try BandProduction(
                renderer,
                stages: stages,
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

    /// Hands over what was encoded, a piece at a time, or makes the next rows.
    ///
    /// An encoder that holds its result back gives all of it out at the end; handing that over
    /// piece by piece lets the caller stop between two of them.
    ///
    /// - Returns: Whether that was the end.
    func step(_ sink: ([UInt8]) throws(SinkClosed) -> Void) throws(RenderError) -> Bool {
        try cancellation.check()
        if encoded.chunks.isEmpty && !isEncoded { isEncoded = try !production.advance() }
        if let chunk = encoded.chunks.popFirst() {
            do { try sink(chunk) } catch { throw .sinkClosed }
        }
        return isEncoded && encoded.chunks.isEmpty
    }

    /// Splits the time of all steps up.
    ///
    /// To open a file is to decode it: one in several scans is decoded whole at that time.
    func timings(total: Duration) -> RenderTimings {
        var timings = RenderTimings()
        timings.decode = opening + production.decoding
        timings.encode = production.encoding
        timings.effects = max(.zero, total - opening - production.awaiting - production.encoding)
        return timings
    }
}

/// What the encoder gave out and nobody has yet; only the thread that steps touches it.
private final class EncodedChunks {
    var chunks: Deque<[UInt8]> = []
}
