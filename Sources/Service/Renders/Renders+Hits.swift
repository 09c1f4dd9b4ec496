// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Store

// A cached result is found in one of two ways: by the remembered outcome of parsing an equal
// request, or by parsing the request in full. Both give the same answer.
extension Renders {
    /// Responds to a repeated request from the result cache without parsing it; nil if it cannot.
    ///
    /// - Returns: nil if the request is new, or an image or result has changed; it must be
    ///   parsed in full then.
    func knownResponse(
        to request: RequestContext,
        _ access: AccessControl
    ) throws(ServiceError) -> Response? {
        guard request.isRead, !request.directives.rendersAnew,
            let found = known.value(for: KnownRendering.Name(request.request))
        else { return nil }
        if !access.isPublic(request, at: found.route) { try request.authorize(for: .render) }
        guard images.isKnown(found.source), found.key.resources.allSatisfy(images.isKnown),
            images.expiries.earliest(of: found.key) == found.expiry
        else { return nil }
        switch request.preconditions.outcome(current: found.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified:
            request.facts.note { $0.route = found.route }
            return .notModified(found.head)
        case .proceed:
            let isHead = request.request.method == .head
            guard let stored = isHead ? results.peek(found.key) : results.kept(found.key),
                stored.contentDigest == found.contentDigest
            else { return nil }
            return try response(found, with: stored, to: request)
        }
    }

    /// Makes the response to a request that was parsed in full from a result in the cache.
    ///
    /// - Parameters:
    ///   - rendering: The decisions about the request.
    ///   - stored: The result.
    ///   - request: The request.
    ///   - head: The fields that are known before the result is made.
    ///   - place: The place where the decisions are remembered; nil to remember nothing.
    /// - Returns: The response.
    /// - Throws: ``ServiceError/noSuchPart(byteCount:)``.
    func response(
        _ rendering: RenderRequest,
        with stored: StoredResult<ResultMetadata>,
        to request: RequestContext,
        head: HTTPFields,
        rememberAt place: KnownRendering.Place? = nil
    ) throws(ServiceError) -> Response {
        var head = head
        request.warn(stored.metadata.damage, &head)
        let found = KnownRendering(
            rendering,
            request.facts.values.route,
            head: head,
            contentDigest: stored.contentDigest,
            preset: request.preset,
            expiry: place?.expiry
        )
        if let name = place?.name { known.insert(found, for: name, cost: found.cost(of: name)) }
        return try response(found, with: stored, to: request)
    }

    private func response(
        _ found: KnownRendering,
        with stored: StoredResult<ResultMetadata>,
        to request: RequestContext
    ) throws(ServiceError) -> Response {
        noteUse(found.key, stored)
        request.exchange.annotate(.cache, CacheStatus.Outcome.hit.word)
        metrics.count(.hit)
        request.facts.note { facts in
            facts.route = found.route
            facts.picture = found.picture
            facts.tier = "memory"
        }
        if let preset = found.preset { request.exchange.annotate(.preset, preset) }
        if let warning = found.head[.warning] { request.exchange.annotate(.warning, warning) }
        guard request.asksForPart else {
            return Response(found.response, body: .chunks(stored.chunks))
        }
        let fields = found.response.response.headerFields
        return try request.response(stored.chunks, tag: found.entityTag, fields)
    }
}
