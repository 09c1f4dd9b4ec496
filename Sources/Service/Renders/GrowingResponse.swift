// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Store

/// The response with a rendering: it is known, or its result is being made.
///
/// It holds no image in memory, so that a slow client does not either.
enum Delivery: Sendable {
    /// The response is known.
    case response(Response)
    /// The response follows when the result has begun.
    case growing(GrowingResponse)

    /// Waits until the response can begin.
    func response() async throws(ServiceError) -> Response {
        switch self {
        case .response(let response): response
        case .growing(let growing): try await growing.response()
        }
    }
}

/// The response with a result that is still being rendered.
///
/// It begins when some bytes exist, so that an earlier error has a status of its own. A result that is
/// complete by then is sent with its length, like a hit.
struct GrowingResponse: Sendable {
    /// The number of bytes to wait for before the response begins.
    static let headStart = 4 << 10

    /// The request.
    let request: RequestContext
    /// The reader of the result.
    let reader: GrowingResult.Reader
    /// The fields that are known before the result is made.
    let head: HTTPFields
    /// The outcome of the cache look-up.
    let outcome: CacheStatus.Outcome
    /// The rendering; nil unless this request began it.
    let flight: RenderFlight?
    /// The key of the result.
    let key: ResultKey
    /// The finished results.
    let results: ResultStore<ResultMetadata>
    /// Adds facts of this request to an error.
    let explain: @Sendable (ServiceError) -> ServiceError

    /// Waits until the response can begin.
    func response() async throws(ServiceError) -> Response {
        var chunks: [[UInt8]] = []
        var byteCount = 0
        while byteCount < Self.headStart {
            switch await reader.read() {
            case .pending: continue
            case .failed(let error): throw explain(ServiceError(boxed: error))
            case .end: return whole(chunks)
            case .chunk(let chunk):
                chunks.append(chunk)
                byteCount += chunk.count
            }
        }
        return streaming(chunks)
    }

    private func whole(_ chunks: [[UInt8]]) -> Response {
        var fields = begun()
        fields[.reprDigest] = reader.contentDigest.fieldValue
        if let timings {
            fields[.serverTiming] = (fields[.serverTiming].map { "\($0), " } ?? "") + timings
        }
        // A response that begins before the result is complete never tells.
        let tellsWhetherStored = outcome == .miss || outcome == .refresh
        let isMade = flight?.isFound != true
        if tellsWhetherStored, isMade, reader.isKept { fields[.cacheStatus]? += "; stored" }
        return Response(.ok, fields, body: .chunks(chunks))
    }

    private func streaming(_ chunks: [[UInt8]]) -> Response {
        var fields = begun()
        fields[.trailer] = "Repr-Digest, Server-Timing, Frostpane-Warning"
        let body = ResultBody(head: chunks, reader: reader) { [told = fields[.warning]] in
            var trailers: HTTPFields = [:]
            trailers[.serverTiming] = timings
            request.warn(damage, &trailers)
            if trailers[.warning] == told { trailers[.warning] = nil }
            return trailers
        }
        return Response(.ok, fields, body: .stream(body, length: nil))
    }

    /// The fields of the response when it begins.
    private func begun() -> HTTPFields {
        var fields = head
        if let waited = flight?.waited {
            request.exchange.annotate(.queue, ServerTiming.milliseconds(waited))
        }
        fields[.serverTiming] = ServerTiming.cache(outcome, queue: flight?.waited)
        if flight?.isFound == true {
            fields[.cacheStatus] = CacheStatus.Outcome.stored.value
            fields[.serverTiming] = ServerTiming.cache(.stored, queue: nil)
            request.exchange.annotate(.cache, CacheStatus.Outcome.stored.word)
        }
        request.warn(damage, &fields)
        return fields
    }

    /// The times of the rendering, once they are known.
    private var timings: String? {
        let timings = flight?.timings ?? results.peek(key)?.metadata.timings
        return timings.map(ServerTiming.rendering)
    }

    /// The damage of the images, as far as it is known.
    private var damage: Set<Damage> {
        flight?.damage ?? results.peek(key)?.metadata.damage ?? []
    }
}

extension RequestContext {
    /// Tells the client and the log of the damage of the image, if there is any.
    func warn(_ damage: Set<Damage>, _ fields: inout HTTPFields) {
        guard !damage.isEmpty else { return }
        fields[.warning] = damage.words
        exchange.annotate(.warning, damage.words)
    }
}
