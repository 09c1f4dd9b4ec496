// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Renders an uploaded picture: `POST /v1/render`, `/v1/render/form` and `/v1/render/scene`.
    ///
    /// The upload is not kept; the result is, under the digest of the upload.
    func renderUpload(
        _ context: RequestContext,
        as kind: UploadReader.Kind? = nil
    ) throws(ServiceError) {
        let place = try announceUpload(context)
        let kind = kind ?? UploadReader.Kind(context.request.headerFields)
        let pending = try PendingParameters(context, body: kind)
        let client = context.preferences
        try client.refusePlan(of: pending.known)
        guard
            pending.isForm
                || FormatNegotiation.isPossible(pending.known.format, accept: client.accept)
        else { throw .notAcceptable }
        let reader = try reader(for: context, kind, names: pending.names)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            defer { place.end() }
            try whereUploadFits(upload, context) { () throws(ServiceError) in
                try self.render(upload, pending, for: context)
            }
        }
    }

    private func render(
        _ upload: Upload,
        _ pending: PendingParameters,
        for context: RequestContext
    ) throws(ServiceError) {
        let parameters = try pending.completed(by: upload)
        try context.preferences.refusePlan(of: parameters)
        let (subject, kept) = try subject(of: upload, damage: parameters.damage)
        if case .scene(let scene, _, _) = subject.content {
            return try whenFontsLoaded(for: scene, context) { [self] () throws(ServiceError) in
                try renderSent(parameters, of: subject, kept: kept, for: context)
            }
        }
        let digest = subject.digest
        try settle(parameters, on: (subject.source, digest), for: context) {
            [self]
            parameters,
            source,
            table throws(ServiceError) in
            let subject = RenderSubject(source: source, digest: digest)
            try renderSent(parameters, of: subject, for: context, table)
        }
    }

    /// Calls an action at once, or, if a scene has texts, when the fonts are loaded.
    private func whenFontsLoaded(
        for scene: Scene,
        _ context: RequestContext,
        then action: @escaping @Sendable () throws(ServiceError) -> Void
    ) throws(ServiceError) {
        guard scene.hasTexts else { return try action() }
        try fonts.whenLoaded(failing: context.fail, do: action)
    }

    /// Answers with a result made from an upload, after all decisions.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - subject: The picture and the content of the result.
    ///   - kept: The digests of the kept pictures in the subject.
    ///   - context: The request.
    ///   - table: The contrasts that decided the material.
    /// - Throws: A reason not to render.
    private func renderSent(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        kept: [Digest] = [],
        for context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let client = context.preferences
        let request = try request(parameters, of: subject, for: client)
        if client.wantsPlan { return try answerPlan(of: request, to: context, table) }
        deliver(request, to: context, head: head(for: request, cacheControl: "no-store", table))
        // The uploaded pictures of the content are not kept, so their results need not be
        // forgotten.
        let sent = subject.content.resources
        let named = request.key.resources.filter { sent[ResourceID(digest: $0.hex)] == nil }
        (kept + named).forEach(forgetUnlessKept)
    }

    /// Renders a kept picture, or describes how: `GET /v1/images/{digest}/render` and `/plan`.
    func renderImage(
        _ digest: Digest,
        _ context: RequestContext,
        for client: ClientPreferences
    ) throws(ServiceError) {
        let original = originals.original(for: digest)
        if let original { try refuseWhenSaturated(context, for: original.metadata, client) }
        let parameters = try RenderParameters.parsed(try context.parameters())
        guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
        guard let original else { throw .imageNotFound }
        let source = SourceImage(bytes: original.bytes, header: original.metadata)
        try settle(parameters, on: (source, digest), for: context) {
            parameters,
            source,
            table throws(ServiceError) in
            let subject = RenderSubject(source: source, digest: digest)
            try self.renderKept(parameters, of: subject, for: context, client, table)
        }
    }

    /// Answers with a result made from a kept picture, after all decisions.
    func renderKept(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        for context: RequestContext,
        _ client: ClientPreferences,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let request = try request(parameters, of: subject, for: client)
        if client.wantsPlan { return try answerPlan(of: request, to: context, table) }
        let head = head(for: request, cacheControl: addressedCacheControl, table)
        switch context.preconditions.outcome(current: request.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(head)
        case .proceed where context.request.method == .head: describe(request, to: context, head)
        case .proceed:
            let name = KnownRendering.Name(context.request)
            deliver(request, to: context, head: head, rememberAs: name)
            ([subject.digest] + request.key.resources).forEach(forgetUnlessKept)
        }
    }

    private func request(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        for client: ClientPreferences
    ) throws(ServiceError) -> RenderRequest {
        try RenderRequest(parameters, of: subject, for: client, limits: limits) {
            originals.original(for: $0).map { SourceImage(bytes: $0.bytes, header: $0.metadata) }
        }
    }

    /// The fields of a result that are known before it is made.
    private func head(
        for request: RenderRequest,
        cacheControl: String,
        _ table: LegibilityTable? = nil
    ) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: request.format.mediaType,
            .contentDisposition: "inline; filename=\"\(request.filename)\"",
            .cacheControl: cacheControl,
        ]
        fields[.vary] = request.vary
        if !request.isRedacted { fields[.eTag] = request.entityTag.text }
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        fields[.frame] = request.renderer.source.header.frame?.rawValue
        fields[.reducedTransparency] = request.reducedTransparency
        return fields
    }

    /// Answers HEAD without rendering, so the length is known only for kept results.
    private func describe(
        _ request: RenderRequest,
        to context: RequestContext,
        _ head: HTTPFields
    ) {
        guard let stored = results.peek(request.key) else { return context.respond(.ok, head) }
        answer(request, with: stored, to: context, head: head)
    }

    private func deliver(
        _ request: RenderRequest,
        to context: RequestContext,
        head: HTTPFields,
        rememberAs name: KnownRendering.Name? = nil
    ) {
        let directives = context.directives
        if directives.rendersAnew {
            results.forget(request.key)
        } else if directives.keepsNothing, let stored = results.kept(request.key) {
            return answer(request, with: stored, to: context, head: head)
        }
        let isKept = !request.isRedacted && !directives.keepsNothing
        switch (isKept ? results : unkept).lookup(request.key) {
        case .hit(let stored):
            answer(request, with: stored, to: context, head: head, rememberAs: name)
        case .join(let reader):
            begin(request, to: context, reader, nil, .collapsed, head: head)
        case .produce(let producer, let reader):
            let flight = RenderFlight()
            if let name, isKept { askedRenderings.insert(name) }
            let outcome: CacheStatus.Outcome =
                !isKept ? .bypass : directives.rendersAnew ? .refresh : .miss
            // Before the rendering starts, so that a client that has left already cancels it.
            begin(request, to: context, reader, flight, outcome, head: head)
            start(request, producer, flight, for: context)
        }
    }

    /// Removes the results of a picture that was deleted meanwhile.
    private func forgetUnlessKept(_ digest: Digest) {
        guard originals.original(for: digest) == nil else { return }
        results.forget(source: digest)
    }

    /// Answers with a result that is being rendered; only the request that started it has a flight.
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
    }
}
