// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Platform
import Rendering
import Store

// A link shows one rendering, and nothing else: no header field of its responses is made from the
// image's digest, and its errors do not name what it was made from.
extension Endpoint {
    /// Serves `GET /v1/links/{name}`.
    static let link = Endpoint(
        .get,
        .link("/v1/links/{name}"),
        "Get the rendering that a link shows.",
        needs: .scope(.render),
        publicFrom: .links
    ) { name, request, service async throws(ServiceError) in
        try request.refuseParameters()
        guard let link = try await service.records.find(RecordName(name)).flatMap(Link.init) else {
            throw .linkNotFound
        }
        guard !link.isExpired(now: Syscall.wallSeconds()) else { throw .linkExpired }
        let delivery: Delivery
        do throws(ServiceError) {
            let shown = try await service.shown(by: link, for: request)
            guard !request.accept.prefersPlan else {
                throw .planOfRedaction(vary: shown.parameters.vary())
            }
            delivery = try await service.deliver(
                shown.subject,
                shown.parameters,
                shown.stored,
                PlannedTexts(link),
                for: request.preferences,
                request
            )
        } catch .parameter, .scene {
            // A newer program may refuse what an older one accepted; no error may show the
            // parameters.
            throw .linkNotFound
        } catch .resourceNotFound, .linkedImageNotFound {
            // That error would show the digest of an image.
            throw .linkNotFound
        } catch {
            throw error
        }
        return try await delivery.response()
    }
}

extension ImageService {
    /// Finds what a link shows, and the stored images in it.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - request: The request.
    /// - Returns: The image or the scene, its parameters, and the other images that these name.
    /// - Throws: A reason not to show it.
    func shown(
        by link: Link,
        for request: RequestContext
    ) async throws(ServiceError) -> (
        subject: RenderSubject, parameters: RenderParameters, stored: [Digest: StoredImage]
    ) {
        let upload = Upload(image: nil, scene: link.scene, files: [:], fields: [])
        let (parameters, scene) = try await admission.plan(PlannedTexts(link), for: request) {
            [family = configuration.fontFamily] () throws(ServiceError) in
            let pairs = link.pairs.map { ($0.name, $0.value) }
            let parameters = try RenderParameters.parsed(pairs, areBesideScene: link.scene != nil)
            return (parameters, try upload.sceneDocument(fontFamily: family))
        }
        let named = scene?.pictures(besides: upload) ?? [link.source].compactMap(\.self)
        var stored = try await images.find(named + parameters.images, for: request)
        if let scene {
            var (subject, _) = try RenderSubject.sent(
                in: upload,
                scene,
                stored,
                parameters,
                images.limits,
                hints: request.hints
            )
            subject.link = link
            return (subject, parameters, stored)
        }
        guard let digest = link.source else { throw .linkNotFound }
        guard let source = stored.takeSource(digest, usedBy: parameters.images) else {
            throw .linkedImageNotFound(digest)
        }
        let subject = RenderSubject(source: consume source, digest: digest, link: link)
        return (subject, parameters, stored)
    }
}

extension PlannedTexts {
    /// Measures the parameters and the scene of a link.
    init(_ link: Link) {
        let query = link.pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        self.init(query: query, scene: link.scene)
    }
}
