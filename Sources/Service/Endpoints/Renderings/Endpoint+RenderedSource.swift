// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Rendering
import Store

// A result is found in two steps: by what is known about the image, its digest and its header, and only if that
// is not enough, by the image itself. So a rendering that is kept is sent without reading the image again.
extension Endpoint {
    /// Serves `GET /v1/sources/{name}/{path}/render`.
    static let renderedSource = Endpoint(
        .get,
        .source("/v1/sources/{name}/{path}/render"),
        "Render an image of a source.",
        needs: .scope(.render),
        publicFrom: .renders
    ) { address, request, service async throws(ServiceError) in
        try await service.renderSource(address, request, for: request.preferences)
    }

    /// Serves `GET /v1/sources/{name}/{path}/plan`.
    static let sourcePlan = Endpoint(
        .get,
        .source("/v1/sources/{name}/{path}/plan"),
        "Get the plan of a rendering of an image of a source, without rendering it.",
        needs: .scope(.render),
        publicFrom: .all
    ) { address, request, service async throws(ServiceError) in
        let client = ClientPreferences(hints: request.hints, asksForPlan: true)
        return try await service.renderSource(address, request, for: client)
    }
}

extension ImageService {
    /// Renders an image of a source, or describes that as JSON.
    fileprivate func renderSource(
        _ address: SourceAddress,
        _ request: RequestContext,
        for client: ClientPreferences
    ) async throws(ServiceError) -> Response {
        // A rendering without effects is the image.
        if !access.isPublic(request, at: request.facts.values.route) {
            try request.authorize(for: .read)
        }
        let parameters = try await parameters(of: request)
        guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
        var needsBytes = request.directives.rendersAnew
        while true {
            var header: ImageHeader?
            do throws(ServiceError) {
                let delivery = try await deliver(
                    address,
                    parameters,
                    for: client,
                    request,
                    needsBytes: needsBytes,
                    &header
                )
                return try await delivery.response()
            } catch .bytesNeeded where !needsBytes {
                if let header { try renders.refuseWhenSaturated(request, for: header, client) }
                needsBytes = true
            } catch {
                if let reason = error.reasonOfSource {
                    request.exchange.annotate(.sourceFault, reason)
                }
                throw error
            }
        }
    }

    private func deliver(
        _ address: SourceAddress,
        _ parameters: RenderParameters,
        for client: ClientPreferences,
        _ request: RequestContext,
        needsBytes: Bool,
        _ header: inout ImageHeader?
    ) async throws(ServiceError) -> Delivery {
        let found = try await sources.find(
            address,
            needsBytes: needsBytes,
            on: request.exchange.executor
        )
        let (digest, age) = (found.image.digest, found.age)
        header = found.image.header
        let subject = RenderSubject(source: found.image.source, digest: digest)
        _ = consume found
        let stored = try await images.find(parameters.images, for: request)
        let settled = try await analyses.settle(consume subject, parameters, for: request)
        let texts = PlannedTexts(request)
        let table = settled.table
        let rendering = try await rendering(
            of: consume settled,
            stored,
            texts,
            for: client,
            request
        )
        if client.wantsPlan {
            try access.authorizePlan(request)
            return .response(
                try await planResponse(of: consume rendering, texts, to: request, table)
            )
        }
        let expiry = images.expiries.earliest(of: rendering.key.resources)
        let freshness = access.freshness(ofSource: age, for: request, until: expiry)
        var head = rendering.head(freshness, table)
        access.caching.write(tagsOf: [digest] + rendering.key.resources, to: &head)
        switch request.preconditions.outcome(current: rendering.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: return .response(.notModified(head))
        case .proceed where request.request.method == .head:
            return .response(try renders.describe(rendering, to: request, head))
        case .proceed where rendering.renderer.source.bytes.isEmpty:
            guard let kept = renders.results.kept(rendering.key) else { throw .bytesNeeded }
            return .response(try renders.response(rendering, with: kept, to: request, head: head))
        case .proceed:
            let delivery = try await renders.deliver(rendering, to: request, head: head)
            rendering.key.resources.forEach(renders.forgetUnlessStored)
            return delivery
        }
    }
}
