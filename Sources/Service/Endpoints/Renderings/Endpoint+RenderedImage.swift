// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Endpoint {
    /// Serves `GET /v1/images/{digest}/render`.
    static let renderedImage = Endpoint(
        .get,
        .image("/v1/images/{digest}/render"),
        "Render a kept image.",
        needs: .scope(.render),
        publicFrom: .renders
    ) { digest, request, service async throws(ServiceError) in
        try await service.renderImage(digest, request, for: request.preferences)
    }

    /// Serves `GET /v1/images/{digest}/plan`.
    static let plan = Endpoint(
        .get,
        .image("/v1/images/{digest}/plan"),
        "Get the plan of a rendering of a kept image, without rendering it.",
        needs: .scope(.render),
        publicFrom: .all
    ) { digest, request, service async throws(ServiceError) in
        let client = ClientPreferences(hints: request.hints, asksForPlan: true)
        return try await service.renderImage(digest, request, for: client)
    }
}

extension ImageService {
    /// Renders a stored image, or describes that as JSON.
    fileprivate func renderImage(
        _ digest: Digest,
        _ request: RequestContext,
        for client: ClientPreferences
    ) async throws(ServiceError) -> Response {
        let delivery: Delivery
        do {
            if let header = images.inMemory(digest)?.header {
                try renders.refuseWhenSaturated(request, for: header, client)
            }
            let parameters = try await parameters(of: request)
            guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
            var stored = try await images.find([digest] + parameters.images, for: request)
            guard let source = stored.takeSource(digest, usedBy: parameters.images) else {
                throw .imageNotFound
            }
            delivery = try await deliver(
                RenderSubject(source: consume source, digest: digest),
                parameters,
                stored,
                PlannedTexts(request),
                for: client,
                request
            )
        }
        return try await delivery.response()
    }
}
