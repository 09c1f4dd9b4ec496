// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Endpoint {
    /// Serves `POST /v1/render`.
    static let render = Endpoint(
        .post,
        .fixed("/v1/render"),
        "Render an uploaded image.",
        needs: .scope(.render)
    ) { _, request, service async throws(ServiceError) in
        let kind = UploadReader.Kind(request.request.headerFields)
        return try await service.renderUpload(request, as: kind)
    }

    /// Serves `POST /v1/render/form`.
    static let renderForm = Endpoint(
        .post,
        .fixed("/v1/render/form"),
        "Render an image in a form, or lay a scene on it.",
        needs: .scope(.render)
    ) { _, request, service async throws(ServiceError) in
        try await service.renderUpload(request, as: .form)
    }

    /// Serves `POST /v1/render/scene`.
    static let renderScene = Endpoint(
        .post,
        .fixed("/v1/render/scene"),
        "Draw a scene on a canvas, or on a kept image.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service async throws(ServiceError) in
        try await service.renderUpload(request, as: .scene)
    }
}

extension ImageService {
    /// Renders an uploaded image, or draws a scene on it, on a stored one or on a canvas.
    ///
    /// The upload is not stored; the result is, under the digest of the upload.
    fileprivate func renderUpload(
        _ request: RequestContext,
        as kind: UploadReader.Kind
    ) async throws(ServiceError) -> Response {
        let client = request.preferences
        let delivery: Delivery
        // The images are released at the end of this block, before the result is awaited.
        do {
            // Under overload, refuse before the body is sent.
            let place = try admission.announce(request)
            let pending = try await admission.plan(PlannedTexts(request), for: request) {
                [access] () throws(ServiceError) in
                try PendingParameters(request, body: kind, access)
            }
            try client.refusePlan(of: pending.known)
            guard pending.mayHaveFormat(for: client) else {
                throw .notAcceptable(vary: pending.known.vary())
            }
            // The body arrives on the event loop; it is hashed, parsed and limited piece by piece.
            let upload = try await request.exchange.upload(
                with: try request.reader(kind, names: pending.names),
                limit: configuration.bodyLimit,
                budget: images.receiving
            )
            if upload.scene != nil { try access.refuseBeyondPresets() }
            try await admission.awaitCodecs(if: upload.scene != nil || !upload.fields.isEmpty)
            // Long texts are parsed and planned by a worker, headers of long files are read on a queue.
            let texts = PlannedTexts(request, upload)
            let (parameters, scene) = try await admission.plan(texts, for: request) {
                [upload, family = configuration.fontFamily] () throws(ServiceError) in
                let parameters = try pending.completed(by: upload)
                try client.refusePlan(of: parameters)
                return (parameters, try upload.sceneDocument(fontFamily: family))
            }
            // The jobs that follow have places of their own in the queue.
            place.end()
            let named = (scene?.pictures(besides: upload) ?? []) + parameters.images
            let stored = try await images.find(named, for: request)
            let (subject, used) = try await admission.headers.run(
                over: upload.images.map(\.bytes)
            ) { () throws(ServiceError) in
                try RenderSubject.sent(
                    in: upload,
                    scene,
                    stored,
                    parameters,
                    images.limits,
                    hints: request.hints
                )
            }
            _ = consume upload
            // Analyses decide trim, attention and the material auto; the plan and the key follow.
            let settled = try await analyses.settle(consume subject, parameters, for: request)
            let (sent, table) = (Set(settled.subject.content.resources.keys), settled.table)
            let rendering = try await rendering(
                of: consume settled,
                stored,
                texts,
                for: client,
                request
            )
            if client.wantsPlan {
                return try await planResponse(of: consume rendering, texts, to: request, table)
            }
            // In memory, in the making, in the store, or rendered by a worker.
            let head = rendering.head(.none, table)
            delivery = try await renders.deliver(rendering, to: request, head: head)
            // The images of a form are not stored, so their results need not be forgotten.
            let kept = rendering.key.resources.filter {
                !sent.contains(ResourceID(digest: $0.hex))
            }
            (used + kept).forEach(renders.forgetUnlessStored)
        }
        // The response begins with the first bytes of the result, or with the error before them.
        return try await delivery.response()
    }
}

extension PendingParameters {
    /// Whether the client accepts any result at all, as far as that is known before the body.
    fileprivate func mayHaveFormat(for client: ClientPreferences) -> Bool {
        isForm || FormatNegotiation.isPossible(known.format, accept: client.accept)
    }
}
