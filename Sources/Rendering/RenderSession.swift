// SPDX-License-Identifier: Apache-2.0

import Codecs

/// A render in progress, advanced band by band by whoever has a thread for it.
///
/// One thread at a time may step it; between two steps it may move to another.
public final class RenderSession {
    /// Where a session stands after a step.
    public enum Progress: Sendable {
        /// There are bands left.
        case rendering
        /// The sink has the whole file.
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
    /// Nothing reaches the sink before the first band was decoded, so that a file without a
    /// picture is an error without a beginning.
    ///
    /// Each stage pulls from the one above on the stack: panes on panes with as many filters as there
    /// can be take about 3 MB of it, and several times that under a sanitizer. A ``WorkerPool`` has
    /// threads with 32 MB.
    ///
    /// - Returns: Whether there is more to do; after the end, the same timings again.
    /// - Throws: ``RenderError``, from then on always the same one.
    public func step() throws(RenderError) -> Progress {
        switch state {
        case .finished(let timings): return .finished(timings)
        case .failed(let error): throw error
        case .waiting, .active: break
        }
        do {
            return try advance()
        } catch {
            // Frees the decoder and the encoder as well.
            state = .failed(error)
            throw error
        }
    }

    private func advance() throws(RenderError) -> Progress {
        let began = ContinuousClock.now
        let render = try activate()
        let isOver = try render.step(sink)
        total += ContinuousClock.now - began
        guard isOver else { return .rendering }
        let timings = render.timings(total: total)
        state = .finished(timings)
        return .finished(timings)
    }

    private func activate() throws(RenderError) -> ActiveRender {
        switch state {
        case .active(let render):
            return render
        case .waiting(let renderer):
            try cancellation.check()
            let render = try ActiveRender(renderer, cancellation: cancellation, pool: pool)
            state = .active(render)
            return render
        case .finished, .failed:
            preconditionFailure("a session that is over was advanced")
        }
    }
}

// SAFETY: whoever steps a session does so from one thread at a time, as its documentation demands;
// the worker pool runs a piece of work on one worker at a time and hands it on under its lock.
extension RenderSession: @unchecked Sendable {}
