// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Store
import Synchronization

/// Answers one request with a result that is still being rendered.
///
/// The answer begins when some bytes exist, so that an earlier error has a status of its own. A
/// result that is complete by then is sent with its length, like a hit.
final class ResultDelivery: Sendable {
    /// The number of bytes to wait for before the answer begins.
    static let headStart = 4 << 10

    private struct State {
        var chunks: [[UInt8]] = []
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let context: RequestContext
    private let reader: GrowingResult.Reader
    private let head: @Sendable () -> HTTPFields
    private let timings: @Sendable () -> String?
    private let damage: @Sendable () -> Set<Damage>
    private let explain: @Sendable (ServiceError) -> ServiceError
    private let tellsWhetherStored: Bool

    /// Prepares to answer a request with a result that is being rendered.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - reader: The reader of the result.
    ///   - head: Returns the fields that do not depend on the end of the rendering.
    ///   - timings: Returns the times of the rendering, once they are known.
    ///   - damage: Returns the damage of the picture, as far as it is known.
    ///   - explain: Adds facts of this request to an error.
    ///   - tellsWhetherStored: Whether the answer tells that the result was stored. An answer that
    ///     begins before the result is complete never does.
    init(
        to context: RequestContext,
        from reader: GrowingResult.Reader,
        head: @escaping @Sendable () -> HTTPFields,
        timings: @escaping @Sendable () -> String?,
        damage: @escaping @Sendable () -> Set<Damage>,
        explain: @escaping @Sendable (ServiceError) -> ServiceError,
        tellsWhetherStored: Bool
    ) {
        self.context = context
        self.reader = reader
        self.head = head
        self.timings = timings
        self.damage = damage
        self.explain = explain
        self.tellsWhetherStored = tellsWhetherStored
    }

    /// Begins to read the result, and to watch whether the client leaves.
    func begin() {
        context.exchange.onClientGone { [reader] in reader.leave() }
        advance()
    }

    private func advance() {
        while true {
            switch reader.next(whenReady: { self.advance() }) {
            case .pending: return
            case .failed(let error): return context.fail(explain(ServiceError(boxed: error)))
            case .end: return respondWhole()
            case .chunk(let chunk):
                let isEnough = state.withLock { state in
                    state.chunks.append(chunk)
                    state.byteCount += chunk.count
                    return state.byteCount >= Self.headStart
                }
                if isEnough { return respondStreaming() }
            }
        }
    }

    private func respondWhole() {
        var fields = head()
        context.warn(damage(), &fields)
        fields[.reprDigest] = reader.contentDigest.fieldValue
        if let timings = timings() {
            fields[.serverTiming] = (fields[.serverTiming].map { "\($0), " } ?? "") + timings
        }
        let chunks = state.withLock { $0.chunks }
        let isMade = fields[.cacheStatus] != CacheStatus.Outcome.stored.value
        if tellsWhetherStored, isMade, reader.isKept { fields[.cacheStatus]? += "; stored" }
        context.respond(.ok, fields, body: .chunks(chunks))
    }

    private func respondStreaming() {
        var fields = head()
        context.warn(damage(), &fields)
        fields[.trailer] = "Repr-Digest, Server-Timing, Frostpane-Warning"
        let body = ResultBody(
            head: state.withLock { $0.chunks },
            reader: reader
        ) { [context, timings, damage, told = fields[.warning]] in
            var trailers: HTTPFields = [:]
            trailers[.serverTiming] = timings()
            context.warn(damage(), &trailers)
            if trailers[.warning] == told { trailers[.warning] = nil }
            return trailers
        }
        context.respond(.ok, fields, body: .stream(body, length: nil))
    }
}

extension RequestContext {
    /// Tells the client and the log of the damage of the picture, if there is any.
    func warn(_ damage: Set<Damage>, _ fields: inout HTTPFields) {
        guard !damage.isEmpty else { return }
        fields[.warning] = damage.words
        exchange.annotate(.warning, damage.words)
    }
}
