// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

// A cached result is found in one of two ways: by the remembered outcome of parsing an equal
// request, or by parsing the request in full. Both give the same answer.
extension ImageService {
    /// The memory budget for remembered requests (``KnownRendering``), in bytes.
    static let knownRenderingsBudget = 1 << 20

    /// Answers a repeated request from the result cache without parsing it; false if it cannot.
    ///
    /// - Returns: False if the request is new, or a picture or result has changed; it must be
    ///   parsed in full then.
    func answerKnown(_ context: RequestContext) throws(ServiceError) -> Bool {
        guard context.isRead, !context.directives.rendersAnew,
            let known = knownRenderings.value(for: KnownRendering.Name(context.request))
        else { return false }
        if !access.isPublic(context, at: known.route) { try context.authorize(for: .render) }
        guard isKnown(known.source), known.key.resources.allSatisfy(isKnown),
            expiries.earliest(of: known.key) == known.expiry
        else { return false }
        switch context.preconditions.outcome(current: known.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified:
            context.facts.note { $0.route = known.route }
            context.respondNotModified(known.head)
        case .proceed:
            let isHead = context.request.method == .head
            guard let stored = isHead ? results.peek(known.key) : results.kept(known.key),
                stored.contentDigest == known.contentDigest
            else { return false }
            answer(known, with: stored, to: context)
        }
        return true
    }

    /// Answers a request that was parsed in full with a result from the cache.
    ///
    /// - Parameters:
    ///   - request: The decisions about the request.
    ///   - stored: The result.
    ///   - context: The request.
    ///   - head: The fields that are known before the result is made.
    ///   - place: The place where the decisions are remembered; nil to remember nothing.
    func answer(
        _ request: RenderRequest,
        with stored: StoredResult<ResultMetadata>,
        to context: RequestContext,
        head: HTTPFields,
        rememberAt place: KnownRendering.Place? = nil
    ) {
        var head = head
        context.warn(stored.metadata.damage, &head)
        let known = KnownRendering(
            request,
            context.facts.values.route,
            head: head,
            contentDigest: stored.contentDigest,
            preset: context.preset,
            expiry: place?.expiry
        )
        if let name = place?.name {
            knownRenderings.insert(known, for: name, cost: known.cost(of: name))
        }
        answer(known, with: stored, to: context)
    }

    private func answer(
        _ known: KnownRendering,
        with stored: StoredResult<ResultMetadata>,
        to context: RequestContext
    ) {
        noteUse(known.key, stored)
        context.exchange.annotate(.cache, CacheStatus.Outcome.hit.word)
        metrics.count(.hit)
        context.facts.note { facts in
            facts.route = known.route
            facts.picture = known.picture
            facts.tier = "memory"
        }
        if let preset = known.preset { context.exchange.annotate(.preset, preset) }
        if let warning = known.head[.warning] { context.exchange.annotate(.warning, warning) }
        guard context.asksForPart else {
            return context.respond(known.response, body: .chunks(stored.chunks))
        }
        do throws(ServiceError) {
            let fields = known.response.response.headerFields
            try context.respond(stored.chunks, tag: known.entityTag, fields)
        } catch {
            context.fail(error)
        }
    }
}
