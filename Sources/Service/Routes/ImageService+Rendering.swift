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
        let pending = try PendingParameters(context, body: kind, of: self)
        let client = context.preferences
        try client.refusePlan(of: pending.known)
        guard
            pending.isForm
                || FormatNegotiation.isPossible(pending.known.format, accept: client.accept)
        else { throw .notAcceptable(vary: pending.known.vary()) }
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
        if upload.scene != nil { try access.refuseBeyondPresets() }
        let parameters = try pending.completed(by: upload)
        try context.preferences.refusePlan(of: parameters)
        let document = try sceneDocument(of: upload)
        let named = (document?.pictures(besides: upload) ?? []) + parameters.pictures
        try whenFound(named, for: context) { [self] kept throws(ServiceError) in
            let (subject, used) = try subject(of: upload, document, kept, parameters)
            let digest = subject.digest
            if case .scene(let scene, _, _) = subject.content {
                let traits = parameters.traits.completed(by: context.hints)
                return try settle(
                    scene.geometry,
                    traits,
                    parameters,
                    on: (subject.source, digest),
                    for: context
                ) { [content = subject.content] geometry, source throws(ServiceError) in
                    let content = content.settled(on: geometry)
                    let subject = RenderSubject(source: source, digest: digest, content: content)
                    try self.whenFontsLoaded(for: scene, context) { () throws(ServiceError) in
                        try self.renderSent(parameters, of: subject, used: used, kept, for: context)
                    }
                }
            }
            try settle(parameters, on: (subject.source, digest), for: context) {
                parameters,
                source,
                table throws(ServiceError) in
                let subject = RenderSubject(source: source, digest: digest)
                try self.renderSent(parameters, of: subject, kept, for: context, table)
            }
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

    /// Answers with a result made from an uploaded picture, once `auto` values are decided.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - subject: The picture, and the effects or the scene to make of it.
    ///   - used: The digests of the stored pictures in the subject.
    ///   - kept: The stored pictures that the parameters or the subject name.
    ///   - context: The request.
    ///   - table: The contrasts that decided the material.
    /// - Throws: A reason not to render.
    private func renderSent(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        used: [Digest] = [],
        _ kept: KeptPictures,
        for context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let client = context.preferences
        let request = try request(parameters, of: subject, kept, for: client)
        if client.wantsPlan { return try answerPlan(of: request, to: context, table) }
        deliver(request, to: context, head: head(for: request, .none, table))
        // The uploaded pictures of the content are not kept, so their results need not be
        // forgotten.
        let sent = subject.content.resources
        let named = request.key.resources.filter { sent[ResourceID(digest: $0.hex)] == nil }
        (used + named).forEach(forgetUnlessKept)
    }

    /// Renders a stored picture, or describes that as JSON: `GET /v1/images/{digest}/render` and
    /// `/plan`.
    func renderImage(
        _ digest: Digest,
        _ context: RequestContext,
        for client: ClientPreferences
    ) throws(ServiceError) {
        let original = pictureInMemory(digest)
        if let original { try refuseWhenSaturated(context, for: original.metadata.header, client) }
        let parameters = try RenderParameters.parsed(
            try access.expand(try context.parameters(), for: context)
        )
        guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
        let named = parameters.pictures
        try whenFound([digest] + named, for: context) {
            [self] kept throws(ServiceError) in
            guard let source = kept.source(digest) else { throw .imageNotFound }
            // The closure must not hold the picture in memory, unless it needs it once more.
            let others = named.contains(digest) ? kept : kept.without(digest)
            try settle(parameters, on: (source, digest), for: context) {
                parameters,
                source,
                table throws(ServiceError) in
                let subject = RenderSubject(source: source, digest: digest)
                try self.renderKept(parameters, of: subject, others, for: context, client, table)
            }
        }
    }

    /// Answers with a result made from a stored picture, once `auto` values are decided.
    func renderKept(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        _ kept: KeptPictures,
        for context: RequestContext,
        _ client: ClientPreferences,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let request = try request(parameters, of: subject, kept, for: client)
        if client.wantsPlan {
            try access.authorizePlan(context)
            return try answerPlan(of: request, to: context, table)
        }
        let expiry = expiries.earliest(of: request.key)
        let freshness = freshness(of: subject.link, for: context, until: expiry)
        let head = head(for: request, freshness, table)
        switch context.preconditions.outcome(current: request.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(head)
        case .proceed where context.request.method == .head: describe(request, to: context, head)
        case .proceed:
            let canBeKnown = subject.link == nil && isLasting(context, until: expiry)
            let place = canBeKnown ? KnownRendering.Place(context.request, until: expiry) : nil
            deliver(request, to: context, head: head, rememberAt: place)
            ([subject.digest] + request.key.resources).forEach(forgetUnlessKept)
        }
    }

    /// Chooses the format, the rendering steps and the key of a result.
    func request(
        _ parameters: RenderParameters,
        of subject: RenderSubject,
        _ kept: KeptPictures,
        for client: ClientPreferences
    ) throws(ServiceError) -> RenderRequest {
        try RenderRequest(
            parameters,
            of: subject,
            for: client,
            limits: limits,
            kept: kept.source
        )
    }
}

extension Endpoint {
    /// Serves `POST /v1/render`.
    static let render = Endpoint(
        .post,
        .fixed("/v1/render"),
        "Render an uploaded image.",
        needs: .scope(.render)
    ) { _, request, service throws(ServiceError) in
        try service.renderUpload(request)
    }
}

extension Endpoint {
    /// Serves `POST /v1/render/form`.
    static let renderForm = Endpoint(
        .post,
        .fixed("/v1/render/form"),
        "Render an image in a form, or lay a scene on it.",
        needs: .scope(.render)
    ) { _, request, service throws(ServiceError) in
        try service.renderUpload(request, as: .form)
    }
}

extension Endpoint {
    /// Serves `POST /v1/render/scene`.
    static let renderScene = Endpoint(
        .post,
        .fixed("/v1/render/scene"),
        "Lay a scene on a kept image.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service throws(ServiceError) in
        try service.renderUpload(request, as: .scene)
    }
}

extension Endpoint {
    /// Serves `GET /v1/images/{digest}/render`.
    static let renderedImage = Endpoint(
        .get,
        .image("/v1/images/{digest}/render"),
        "Render a kept image.",
        needs: .scope(.render),
        publicFrom: .renders
    ) { value, request, service throws(ServiceError) in
        try service.renderImage(value, request, for: request.preferences)
    }
}

extension Endpoint {
    /// Serves `GET /v1/images/{digest}/plan`.
    static let plan = Endpoint(
        .get,
        .image("/v1/images/{digest}/plan"),
        "Get the plan of a rendering of a kept image, without rendering it.",
        needs: .scope(.render),
        publicFrom: .all
    ) { value, request, service throws(ServiceError) in
        let client = ClientPreferences(hints: request.hints, asksForPlan: true)
        try service.renderImage(value, request, for: client)
    }
}
