// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// The HTTP fields of a result that are known before the result is made.
    func head(
        for request: RenderRequest,
        _ freshness: Freshness,
        _ table: LegibilityTable? = nil
    ) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: request.format.mediaType,
            .contentDisposition: "inline; filename=\"\(request.filename)\"",
        ]
        freshness.write(to: &fields)
        fields[.vary] = request.vary
        if !request.isRedacted {
            fields[.eTag] = request.entityTag.text
            // Of a streamed result, too: once it is complete, its parts can be asked for.
            fields[.acceptRanges] = "bytes"
        }
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        fields[.frame] = request.renderer.source.header.frame?.text
        fields[.reducedTransparency] = request.reducedTransparency
        return fields
    }

    /// Answers HEAD without rendering, so the length is known only for cached results.
    func describe(
        _ request: RenderRequest,
        to context: RequestContext,
        _ head: HTTPFields
    ) {
        guard let stored = results.peek(request.key) else { return context.respond(.ok, head) }
        answer(request, with: stored, to: context, head: head)
    }

    /// Answers with a cached result, one in progress, or a new one.
    ///
    /// - Parameters:
    ///   - request: The rendering.
    ///   - context: The request of the client.
    ///   - head: The fields that are known before the result is made.
    ///   - place: The key by which equal requests find the decision later; nil to remember none.
    func deliver(
        _ request: RenderRequest,
        to context: RequestContext,
        head: HTTPFields,
        rememberAt place: KnownRendering.Place? = nil
    ) {
        let directives = context.directives
        if !directives.rendersAnew, directives.keepsNothing,
            let stored = results.kept(request.key)
        {
            return answer(request, with: stored, to: context, head: head)
        }
        let isKept = !request.isRedacted && !directives.keepsNothing
        if directives.rendersAnew || !isKept || results.peek(request.key) == nil,
            let refusal = context.refusalOfPixels
        {
            return deliverUncounted(request, to: context, head: head, or: refusal)
        }
        if directives.rendersAnew { results.forget(request.key) }
        switch (isKept ? results : unkept).lookup(request.key) {
        case .hit(let stored):
            answer(request, with: stored, to: context, head: head, rememberAt: place)
        case .join(let reader):
            begin(request, to: context, reader, nil, .collapsed, head: head)
        case .produce(let producer, let reader):
            let flight = RenderFlight()
            if let place, isKept { askedRenderings.insert(place.name) }
            let outcome: CacheStatus.Outcome =
                !isKept ? .bypass : directives.rendersAnew ? .refresh : .miss
            // Before the rendering starts, so that a client that has left already cancels it.
            begin(request, to: context, reader, flight, outcome, head: head)
            if outcome == .miss {
                findOrStart(request, producer, flight, for: context)
            } else {
                start(request, producer, flight, for: context)
            }
        }
    }

    /// Answers with a result in progress or with one that the store has, which cost no quota; else refuses.
    ///
    /// The caller does not become the producer before the result is found: others who join would be refused
    /// with it.
    private func deliverUncounted(
        _ request: RenderRequest,
        to context: RequestContext,
        head: HTTPFields,
        or refusal: ServiceError
    ) {
        let directives = context.directives
        let isKept = !request.isRedacted && !directives.keepsNothing
        if let reader = (isKept ? results : unkept).join(request.key) {
            return begin(request, to: context, reader, nil, .collapsed, head: head)
        }
        guard isKept, !directives.rendersAnew else { return context.fail(refusal) }
        let isAsked = find(request) { [self] found in
            guard let found else { return context.fail(refusal) }
            switch results.lookup(request.key) {
            case .hit(let stored): answer(request, with: stored, to: context, head: head)
            case .join(let reader):
                begin(request, to: context, reader, nil, .collapsed, head: head)
            case .produce(let producer, let reader):
                let flight = RenderFlight()
                begin(request, to: context, reader, flight, .miss, head: head)
                finish(producer, flight, with: found)
            }
        }
        if !isAsked { context.fail(refusal) }
    }

    /// Removes the cached results of a picture that was deleted while they were made.
    func forgetUnlessKept(_ digest: Digest) {
        // With a store, a picture that is not in memory may be kept nevertheless.
        let isGone =
            store == nil
            ? pictureInMemory(digest) == nil : deletions.peek(digest.deletionMark) != nil
        if isGone { results.forget(sources: [digest]) }
    }

    /// Answers with a result that is being rendered; `flight` is nil unless this request began it.
    private func begin(
        _ request: RenderRequest,
        to context: RequestContext,
        _ reader: GrowingResult.Reader,
        _ flight: RenderFlight?,
        _ outcome: CacheStatus.Outcome,
        head: HTTPFields
    ) {
        var fields = head
        note(outcome, &fields, context)
        let initial = fields
        context.facts.note { facts in
            facts.picture = PictureFacts(request)
            facts.flight = flight
        }
        ResultDelivery(
            to: context,
            from: reader,
            head: {
                var fields = initial
                if let waited = flight?.waited {
                    let milliseconds = ServerTiming.milliseconds(waited)
                    context.exchange.annotate(.queue, milliseconds)
                }
                fields[.serverTiming] = ServerTiming.cache(outcome, queue: flight?.waited)
                if flight?.isFound == true {
                    fields[.cacheStatus] = CacheStatus.Outcome.stored.value
                    fields[.serverTiming] = ServerTiming.cache(.stored, queue: nil)
                    context.exchange.annotate(.cache, CacheStatus.Outcome.stored.word)
                }
                return fields
            },
            // Captures only the key, so that a slow client does not hold the uploaded picture in
            // memory.
            timings: { [results, key = request.key] in
                let timings = flight?.timings ?? results.peek(key)?.metadata.timings
                return timings.map(ServerTiming.rendering)
            },
            damage: { [results, key = request.key] in
                flight?.damage ?? results.peek(key)?.metadata.damage ?? []
            },
            explain: request.explain,
            tellsWhetherStored: outcome == .miss || outcome == .refresh
        ).begin()
    }

    private func note(
        _ outcome: CacheStatus.Outcome,
        _ fields: inout HTTPFields,
        _ context: RequestContext
    ) {
        fields[.cacheStatus] = outcome.value
        context.exchange.annotate(.cache, outcome.word)
        metrics.count(outcome)
    }
}
