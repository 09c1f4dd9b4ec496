// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Endpoint {
    /// Serves `GET /v1/gallery/{digest}`.
    static let gallery = Endpoint(
        .get,
        .image("/v1/gallery/{digest}"),
        "Show a kept image under every material.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { digest, request, service async throws(ServiceError) in
        let delivery: Delivery
        do {
            let (scale, parameters) = try await service.admission.plan(
                PlannedTexts(request),
                for: request
            ) { () throws(ServiceError) in
                try RenderParameters.ofGallery(try request.parameters())
            }
            var stored = try await service.images.find([digest], for: request)
            guard let source = stored.takeSource(digest) else { throw .imageNotFound }
            let family = service.configuration.fontFamily
            delivery = try await service.deliver(
                RenderSubject(
                    source: consume source,
                    digest: digest,
                    content: .gallery(scale: scale, family: family)
                ),
                parameters,
                stored,
                .gallery,
                for: request.preferences,
                request
            )
        }
        return try await delivery.response()
    }
}

extension RenderParameter {
    /// Whether a gallery accepts the parameter: those of the encoding, and `scale`.
    package var isOfGallery: Bool {
        switch scope {
        case .output, .formats, .negotiation: true
        case .effect, .area, .blur, .material, .legibility, .tintedMaterial, .kernel, .region,
            .corner, .clip, .mask, .geometry, .resizing, .framing, .backdrop, .caps, .rotation:
            self == .scale
        }
    }

    fileprivate static let galleryNames = table.filter(\.isOfGallery).map(\.name)
}

extension RenderParameters {
    /// Parses the parameters of a gallery: those of the encoding, and `scale`.
    fileprivate static func ofGallery(
        _ pairs: [(name: String, value: String)]
    ) throws(ServiceError) -> (scale: Double, RenderParameters) {
        do throws(ParameterError) {
            for (name, _) in pairs where RenderParameter.named(name)?.isOfGallery != true {
                throw .unknownHere(name: name, known: RenderParameter.galleryNames)
            }
            let all = try RenderParameters(pairs, isComplete: false)
            // A scale without a material would be refused.
            let output = pairs.filter { $0.name != RenderParameter.scale.name }
            return (all.traits.scale ?? Traits().scale, try RenderParameters(output))
        } catch {
            throw .parameter(error)
        }
    }
}
