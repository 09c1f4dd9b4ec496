// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Renders {
    /// Describes a rendering in response to HEAD, without rendering: the length is known for cached results only.
    func describe(
        _ rendering: RenderRequest,
        to request: RequestContext,
        _ head: HTTPFields
    ) throws(ServiceError) -> Response {
        guard let stored = results.peek(rendering.key) else { return Response(.ok, head) }
        return try response(rendering, with: stored, to: request, head: head)
    }

    /// Finds the result of a rendering, joins its making, or starts it.
    ///
    /// - Parameters:
    ///   - rendering: The rendering.
    ///   - request: The request of the client.
    ///   - head: The fields that are known before the result is made.
    ///   - place: The key by which equal requests find the decision later; nil to remember none.
    /// - Returns: The response, or the means to wait for it, which hold no image in memory.
    /// - Throws: ``ServiceError/quotaExceeded(_:wait:)``.
    func deliver(
        _ rendering: RenderRequest,
        to request: RequestContext,
        head: HTTPFields,
        rememberAt place: KnownRendering.Place? = nil
    ) async throws(ServiceError) -> Delivery {
        let directives = request.directives
        if !directives.rendersAnew, directives.keepsNothing,
            let stored = results.kept(rendering.key)
        {
            return .response(try response(rendering, with: stored, to: request, head: head))
        }
        let isKept = !rendering.isRedacted && !directives.keepsNothing
        if directives.rendersAnew || !isKept || results.peek(rendering.key) == nil,
            let refusal = request.refusalOfPixels
        {
            return try await deliverUncounted(rendering, to: request, head: head, or: refusal)
        }
        if directives.rendersAnew { results.forget(rendering.key) }
        switch (isKept ? results : unkept).lookup(rendering.key) {
        case .hit(let stored):
            return .response(
                try response(rendering, with: stored, to: request, head: head, rememberAt: place)
            )
        case .join(let reader):
            return delivery(of: rendering, to: request, reader, nil, .collapsed, head: head)
        case .produce(let producer, let reader):
            let flight = RenderFlight()
            if let place, isKept { asked.insert(place.name) }
            let outcome: CacheStatus.Outcome =
                !isKept ? .bypass : directives.rendersAnew ? .refresh : .miss
            let delivery = delivery(
                of: rendering,
                to: request,
                reader,
                flight,
                outcome,
                head: head
            )
            if outcome == .miss, let found = await find(rendering) {
                finish(producer, flight, with: found)
            } else {
                start(rendering, producer, flight, for: request)
            }
            return delivery
        }
    }

    /// Delivers a result in progress or one that the store has, which cost no quota; else refuses.
    ///
    /// The caller does not become the producer before the result is found: others who join would be refused
    /// with it.
    private func deliverUncounted(
        _ rendering: RenderRequest,
        to request: RequestContext,
        head: HTTPFields,
        or refusal: ServiceError
    ) async throws(ServiceError) -> Delivery {
        let directives = request.directives
        let isKept = !rendering.isRedacted && !directives.keepsNothing
        if let reader = (isKept ? results : unkept).join(rendering.key) {
            return delivery(of: rendering, to: request, reader, nil, .collapsed, head: head)
        }
        guard isKept, !directives.rendersAnew, let found = await find(rendering) else {
            throw refusal
        }
        switch results.lookup(rendering.key) {
        case .hit(let stored):
            return .response(try response(rendering, with: stored, to: request, head: head))
        case .join(let reader):
            return delivery(of: rendering, to: request, reader, nil, .collapsed, head: head)
        case .produce(let producer, let reader):
            let flight = RenderFlight()
            let delivery = delivery(of: rendering, to: request, reader, flight, .miss, head: head)
            finish(producer, flight, with: found)
            return delivery
        }
    }

    /// Makes the means to wait for a result; `flight` is nil unless this request began it.
    private func delivery(
        of rendering: RenderRequest,
        to request: RequestContext,
        _ reader: GrowingResult.Reader,
        _ flight: RenderFlight?,
        _ outcome: CacheStatus.Outcome,
        head: HTTPFields
    ) -> Delivery {
        var head = head
        head[.cacheStatus] = outcome.value
        request.exchange.annotate(.cache, outcome.word)
        metrics.count(outcome)
        request.facts.note { facts in
            facts.picture = PictureFacts(rendering)
            facts.flight = flight
        }
        return .growing(
            GrowingResponse(
                request: request,
                reader: reader,
                head: head,
                outcome: outcome,
                flight: flight,
                key: rendering.key,
                results: results,
                explain: rendering.explain
            )
        )
    }
}
