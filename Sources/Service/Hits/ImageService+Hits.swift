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
            context.exchange.annotate(.cache, CacheStatus.Outcome.hit.word)
            let body = residents.body(of: stored, known.key, mayCopy: !isHead && known.repeatOnce())
            context.respond(known.response, body: body)
        }
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
