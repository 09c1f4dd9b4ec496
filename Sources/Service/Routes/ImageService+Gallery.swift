// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Renders a stored picture under every material: `GET /v1/gallery/{digest}`.
    func renderGallery(_ digest: Digest, _ context: RequestContext) throws(ServiceError) {
        let (scale, parameters) = try Self.galleryParameters(try context.parameters())
        try whenFound([digest], for: context) { [self] kept throws(ServiceError) in
            guard let found = kept.source(digest) else { throw .imageNotFound }
            let source: SourceImage
            do throws(RenderError) {
                source = try found.selected(by: parameters, limits: self.limits)
            } catch {
                throw .render(error)
            }
            // The captions are texts.
            try fonts.whenLoaded(failing: context.fail) { () throws(ServiceError) in
                let content = RenderSubject.Content.gallery(
                    scale: scale,
                    family: self.configuration.fontFamily
                )
                let subject = RenderSubject(source: source, digest: digest, content: content)
                try self.planGallery(context) { () throws(ServiceError) in
                    try self.renderKept(
                        parameters,
                        of: subject,
                        kept.without(digest),
                        for: context,
                        context.preferences
                    )
                }
            }
        }
    }

    /// Whether a gallery accepts a parameter: those of the encoding, and `scale`.
    package static func isOfGallery(_ parameter: RenderParameter) -> Bool {
        switch parameter.scope {
        case .output, .formats, .negotiation: true
        case .effect, .area, .blur, .material, .legibility, .tintedMaterial, .kernel, .region,
            .corner, .mask, .geometry, .resizing, .framing, .backdrop, .caps, .rotation:
            parameter == .scale
        }
    }

    private static let galleryNames = RenderParameter.table.filter(isOfGallery).map(\.name)

    /// Parses the parameters of a gallery: those of the encoding, and `scale`.
    private static func galleryParameters(
        _ pairs: [(name: String, value: String)]
    ) throws(ServiceError) -> (scale: Double, RenderParameters) {
        do throws(ParameterError) {
            for (name, _) in pairs where RenderParameter.named(name).map(isOfGallery) != true {
                throw .unknownHere(name: name, known: galleryNames)
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

extension Endpoint {
    /// Serves `GET /v1/gallery/{digest}`.
    static let gallery = Endpoint(
        .get,
        .image("/v1/gallery/{digest}"),
        "Show a kept image under every material.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { value, request, service throws(ServiceError) in
        try service.renderGallery(value, request)
    }
}
