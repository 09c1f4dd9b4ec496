// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A render in progress that its caller advances band by band.
///
/// Only one thread at a time may call ``step()``; it may be another thread each time.
package final class RenderSession {
    /// The state of a session after a step.
    package enum Progress: Sendable {
        /// The render is not finished: rows or encoded bytes are left.
        case rendering
        /// The sink has received the whole file.
        case finished(RenderTimings)
    }

    private enum State {
        case waiting(Renderer)
        case active(ActiveRender)
        case finished(RenderTimings)
        case failed(RenderError)
    }

    private let cancellation: Cancellation
    private let pool: WorkerPool?
    private let sink: @Sendable ([UInt8]) throws(SinkClosed) -> Void
    private var state: State
    private var total: Duration = .zero

    init(
        _ renderer: Renderer,
        cancellation: Cancellation,
        pool: WorkerPool?,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) {
        self.cancellation = cancellation
        self.pool = pool
        self.sink = sink
        state = .waiting(renderer)
    }

    /// Renders and encodes the next band, or hands the next piece of the file to the sink.
    ///
    /// The sink receives nothing before the first band is decoded. So a file without a readable
    /// image ends in an error before any output.
    ///
    /// The stages call each other on the stack. The deepest plan, panes on panes with as many
    /// filters as allowed, takes about 3 MB of stack, and several times that under a sanitizer. The
    /// threads of a ``WorkerPool`` have 32 MB.
    ///
    /// - Returns: Whether the render is finished; after the end, the same timings again.
    /// - Throws: ``RenderError``; every later call throws the same error.
    package func step() throws(RenderError) -> Progress {
        do throws(RenderError) {
            switch state {
            case .waiting(let renderer): return try begin(renderer)
            case .active(let render): return try advance(render, since: .now)
            case .finished(let timings): return .finished(timings)
            case .failed(let error): throw error
            }
        } catch {
            // Releases the decoder and the encoder as well.
            state = .failed(error)
            throw error
        }
    }

    /// Whether all rows of the source are decoded: from now on, no damage in it is found any more.
    ///
    /// Other images in the plan may still be damaged.
    package var isSourceDecoded: Bool {
        switch state {
        case .waiting, .failed: false
        case .active(let render): render.isDecoded
        case .finished: true
        }
    }

    private func begin(_ renderer: Renderer) throws(RenderError) -> Progress {
        let began = ContinuousClock.now
        try cancellation.check()
        let render = try ActiveRender(renderer, cancellation: cancellation, pool: pool)
        state = .active(render)
        return try advance(render, since: began)
    }

    private func advance(
        _ render: ActiveRender,
        since began: ContinuousClock.Instant
    ) throws(RenderError) -> Progress {
        let isOver = try render.step(sink)
        total += ContinuousClock.now - began
        guard isOver else { return .rendering }
        let timings = render.timings(total: total)
        state = .finished(timings)
        return .finished(timings)
    }
}

// SAFETY: only one thread at a time steps a session, as its documentation demands; the worker pool
// runs a job on one worker at a time and passes it on under its lock.
extension RenderSession: @unchecked Sendable {}

/// The time that each part of a render took.
package struct RenderTimings: Hashable, Sendable {
    /// The time for reading and decoding the source.
    package var decode: Duration = .zero
    /// The time for all steps between decoding and encoding.
    package var effects: Duration = .zero
    /// The time for encoding the result and handing it to the sink.
    package var encode: Duration = .zero

    /// Creates timings of zero.
    package init() {}
}
