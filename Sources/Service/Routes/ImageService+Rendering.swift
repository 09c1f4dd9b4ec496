// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Renders what is sent: `POST /v1/render`.
    ///
    /// The upload is not kept, only the result, under the digest of the upload.
    func renderUpload(_ context: RequestContext) throws(ServiceError) {
        let pairs = try context.parameters()
        let isForm =
            context.request.headerFields[.contentType]?.lowercased().hasPrefix("multipart/")
            ?? false
        let parameters = try Self.parameters(
            pairs,
            isComplete: !isForm,
            areBesideScene: UploadReader.isScene(context.request.headerFields)
        )
        let wantsPlan = PlanDocument.isPreferred(by: context.accept)
        if wantsPlan { try Self.refusePlan(of: parameters) }
        let accept = wantsPlan ? AcceptField(nil) : context.accept
        guard isForm || FormatNegotiation.isPossible(parameters.format, accept: accept) else {
            throw .notAcceptable
        }
        let names = Set(pairs.map(\.name))
        let reader = try reader(for: context, takesParameters: true, names: names)
        try refuseWhenSaturated()
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            let parameters = try Self.parameters(
                pairs + upload.fields,
                isComplete: true,
                areBesideScene: upload.scene != nil
            )
            if wantsPlan { try Self.refusePlan(of: parameters) }
            let subject = try subject(of: upload)
            guard subject.scene == nil else {
                return try render(parameters, on: subject, for: context)
            }
            let digest = subject.digest
            try settle(parameters, on: (subject.source, digest), for: context) {
                parameters,
                source,
                table throws(ServiceError) in
                let subject = RenderSubject(source: source, digest: digest)
                try self.render(parameters, of: subject, for: context, table)
            }
        }
    }

    /// Renders a scene, of which parameters leave nothing open.
    private func render(
        _ parameters: RenderParameters,
        on subject: RenderSubject,
        for context: RequestContext
    ) throws(ServiceError) {
        guard subject.scene?.hasTexts == true else {
            return try render(parameters, of: subject, for: context, nil)
        }
        try fonts.whenLoaded(failing: context.fail) { [self] () throws(ServiceError) in
            try render(parameters, of: subject, for: context, nil)
        }
    }

    /// Answers with something made of what was sent, once all is decided.
    private func render(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        for context: RequestContext,
        _ table: LegibilityTable?
    ) throws(ServiceError) {
        let wantsPlan = PlanDocument.isPreferred(by: context.accept)
        let request = try RenderRequest(
            source: subject.source,
            digest: subject.digest,
            parameters: parameters,
            scene: subject.scene,
            resources: subject.resources,
            accept: wantsPlan ? AcceptField(nil) : context.accept,
            hints: context.hints,
            limits: limits,
            kept: keptPicture
        )
        if wantsPlan { return try answerPlan(of: request, to: context, table) }
        deliver(request, to: context, head: head(for: request, cacheControl: "no-store", table))
        // What was sent along is not kept, and its results need not be forgotten for that.
        let named = request.key.resources.filter {
            subject.resources[ResourceID(digest: $0.hex)] == nil
        }
        (subject.kept + named).forEach(forgetUnlessKept)
    }

    /// Renders a kept picture: `GET /v1/images/{digest}/render`.
    func renderImage(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        let parameters = try Self.parameters(try context.parameters(), isComplete: true)
        guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
        guard let original = originals.original(for: digest) else { throw .imageNotFound }
        let source = SourceImage(bytes: original.bytes, header: original.metadata)
        try settle(parameters, on: (source, digest), for: context) {
            parameters,
            source,
            table throws(ServiceError) in
            try self.render(parameters, of: (source, digest), for: context, table)
        }
    }

    /// Answers with something made of a kept picture, once all is decided.
    func render(
        _ parameters: RenderParameters,
        of picture: (source: SourceImage, digest: Digest),
        gallery: Int? = nil,
        for context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let wantsPlan = PlanDocument.isPreferred(by: context.accept)
        let request = try RenderRequest(
            source: picture.source,
            digest: picture.digest,
            parameters: parameters,
            gallery: gallery,
            accept: wantsPlan ? AcceptField(nil) : context.accept,
            hints: context.hints,
            limits: limits,
            kept: keptPicture
        )
        if wantsPlan { return try answerPlan(of: request, to: context, table) }
        let head = head(for: request, cacheControl: addressedCacheControl, table)
        switch context.preconditions.outcome(current: request.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(head)
        case .proceed where context.request.method == .head: describe(request, to: context, head)
        case .proceed:
            let name = KnownRendering.Name(context.request)
            deliver(request, to: context, head: head, rememberAs: name)
            ([picture.digest] + request.key.resources).forEach(forgetUnlessKept)
        }
    }

    /// A kept picture that a rendering needs beside its own.
    private func keptPicture(_ digest: Digest) -> SourceImage? {
        originals.original(for: digest).map { SourceImage(bytes: $0.bytes, header: $0.metadata) }
    }

    private static func parameters(
        _ pairs: [(name: String, value: String)],
        isComplete: Bool,
        areBesideScene: Bool = false
    ) throws(ServiceError) -> RenderParameters {
        do throws(ParameterError) {
            return try RenderParameters(
                pairs,
                isComplete: isComplete,
                areBesideScene: areBesideScene
            )
        } catch {
            throw .parameter(error)
        }
    }

    /// Refuses a plan that would name the picture that the result must not lead to.
    private static func refusePlan(of parameters: RenderParameters) throws(ServiceError) {
        if parameters.region.redacts { throw .planOfRedaction }
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
            .vary: request.vary,
        ]
        if !request.isRedacted { fields[.eTag] = request.entityTag.text }
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        return fields
    }

    /// Answers HEAD: without rendering, so that the length is known for results that are kept.
    private func describe(
        _ request: RenderRequest,
        to context: RequestContext,
        _ head: HTTPFields
    ) {
        guard let stored = results.peek(request.key) else { return context.respond(.ok, head) }
        answer(stored, to: context, head: head)
    }

    private func deliver(
        _ request: RenderRequest,
        to context: RequestContext,
        head: HTTPFields,
        rememberAs name: KnownRendering.Name? = nil
    ) {
        switch (request.isRedacted ? unkept : results).lookup(request.key) {
        case .hit(let stored):
            if let name { remember(request, stored, as: name, head: head) }
            answer(stored, to: context, head: head)
        case .join(let reader):
            begin(request, to: context, reader, nil, head: head)
        case .produce(let producer, let reader):
            let flight = RenderFlight()
            // Before the rendering starts, so that a client that is gone already cancels it.
            begin(request, to: context, reader, flight, head: head)
            start(request, producer, flight)
        }
    }

    /// Lets go of what was begun for a picture that was deleted meanwhile.
    private func forgetUnlessKept(_ digest: Digest) {
        guard originals.original(for: digest) == nil else { return }
        results.forget(source: digest)
        residents.forget(source: digest)
    }

    private func answer(
        _ stored: StoredResult<ResultMetadata>,
        to context: RequestContext,
        head: HTTPFields
    ) {
        var fields = head
        describeHit(stored, in: &fields)
        context.exchange.annotate(AccessLog.cacheKey, CacheStatus.Outcome.hit.word)
        context.respond(.ok, fields, body: .chunks(stored.chunks))
    }

    /// Answers from a result in the making; the flight is there for who started it.
    private func begin(
        _ request: RenderRequest,
        to context: RequestContext,
        _ reader: GrowingResult.Reader,
        _ flight: RenderFlight?,
        head: HTTPFields
    ) {
        let outcome: CacheStatus.Outcome =
            flight == nil ? .collapsed : request.isRedacted ? .bypass : .miss
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
                    context.exchange.annotate(AccessLog.queueKey, milliseconds)
                }
                fields[.serverTiming] = ServerTiming.cache(outcome, queue: flight?.waited)
                return fields
            },
            // The key alone: a client that reads slowly must not hold the picture that it sent.
            timings: { [results, key = request.key] in
                let timings = flight?.timings ?? results.peek(key)?.metadata.timings
                return timings.map(ServerTiming.rendering)
            },
            explain: request.explain,
            tellsWhetherStored: outcome == .miss
        ).begin()
    }

    private func note(
        _ outcome: CacheStatus.Outcome,
        _ fields: inout HTTPFields,
        _ context: RequestContext
    ) {
        fields[.cacheStatus] = outcome.value
        context.exchange.annotate(AccessLog.cacheKey, outcome.word)
    }
}
