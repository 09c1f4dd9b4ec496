// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

extension ImageService {
    /// The bytes that decisions about earlier requests may take.
    static let knownRenderingsBudget = 1 << 20

    /// Answers a request that was decided before and whose result is kept.
    ///
    /// - Returns: False where anything is not as it was then; the request is to be read in full.
    func answerKnown(_ context: RequestContext) throws(ServiceError) -> Bool {
        guard context.isRead,
            let known = knownRenderings.value(for: KnownRendering.Name(context.request))
        else { return false }
        try authorize(context)
        guard hasPictures(known.source, known.key) else { return false }
        switch context.preconditions.outcome(current: known.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(known.head)
        case .proceed:
            let isHead = context.request.method == .head
            guard let stored = isHead ? results.peek(known.key) : results.kept(known.key),
                stored.contentDigest == known.contentDigest
            else { return false }
            if !isHead, context.preconditions.isEmpty {
                context.exchange.remember(RepeatedHit(known, names: context.names))
            }
            context.exchange.annotate(AccessLog.cacheKey, CacheStatus.Outcome.hit.word)
            let body = residents.body(of: stored, known.key, mayCopy: false)
            context.respond(known.response, body: body)
        }
        return true
    }

    /// Answers a request whose whole head is that of an earlier hit.
    ///
    /// What was read from the head then is not read again: the method, the target, every field, and with
    /// them the token, which opens as long as the process runs, and the lack of conditions.
    ///
    /// - Returns: False where the result or a picture is not kept any more.
    func answerAgain(_ hit: RepeatedHit, on exchange: HTTPExchange) -> Bool {
        guard hasPictures(hit.source, hit.key), let stored = results.kept(hit.key),
            stored.contentDigest == hit.contentDigest
        else { return false }
        let names = RequestNames(after: hit.names)
        if log.hasAll {
            names.annotate(exchange)
            exchange.annotate(AccessLog.cacheKey, CacheStatus.Outcome.hit.word)
        }
        let mayCopy = hit.repeatOnce()
        let body = residents.body(of: stored, hit.key, mayCopy: mayCopy)
        exchange.respond(hit.response, adding: names.fields, body: body)
        // Whoever has forgotten the result meanwhile may have been too early for the copy.
        if mayCopy, results.peek(hit.key) == nil { residents.forget(hit.key) }
        return true
    }

    /// Whether all that a rendering is made from is kept; it counts as used.
    private func hasPictures(_ source: Digest, _ key: ResultKey) -> Bool {
        originals.touch(source) && key.resources.allSatisfy(originals.touch)
    }

    /// Remembers what was decided about a request that was a hit.
    func remember(
        _ request: RenderRequest,
        _ stored: StoredResult<ResultMetadata>,
        as name: KnownRendering.Name,
        head: HTTPFields
    ) {
        var fields = head
        describeHit(stored, in: &fields)
        fields[.xContentTypeOptions] = "nosniff"
        let known = KnownRendering(
            request,
            head: head,
            contentDigest: stored.contentDigest,
            response: HTTPResponse(status: .ok, headerFields: fields)
        )
        knownRenderings.insert(known, for: name, cost: known.cost(of: name))
    }

    /// Adds the fields that only a hit has.
    func describeHit(_ stored: StoredResult<ResultMetadata>, in fields: inout HTTPFields) {
        fields[.cacheStatus] = CacheStatus.Outcome.hit.value
        fields[.reprDigest] = stored.contentDigest.fieldValue
        fields[.serverTiming] = ServerTiming.cache(.hit, queue: nil)
    }
}
