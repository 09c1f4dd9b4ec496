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
            let texts = PlannedTexts(link)
            let parameters = try await service.admission.plan(texts, for: request) {
                () throws(ServiceError) in try link.parameters
            }
            guard !request.accept.prefersPlan else {
                throw .planOfRedaction(vary: parameters.vary())
            }
            let named = [link.source] + parameters.images
            var stored = try await service.images.find(named, for: request)
            guard let source = stored.takeSource(link.source, usedBy: parameters.images) else {
                throw .linkNotFound
            }
            delivery = try await service.deliver(
                RenderSubject(source: consume source, digest: link.source, link: link),
                parameters,
                stored,
                texts,
                for: request.preferences,
                request
            )
        } catch .resourceNotFound {
            // That error would show the digest of a mask.
            throw .linkNotFound
        } catch {
            throw error
        }
        return try await delivery.response()
    }
}

extension Link {
    /// The parameters of the rendering.
    fileprivate var parameters: RenderParameters {
        get throws(ServiceError) {
            do throws(ServiceError) {
                return try .parsed(pairs.map { ($0.name, $0.value) })
            } catch {
                // A newer program may refuse what an older one accepted; no error may show the
                // parameters.
                throw .linkNotFound
            }
        }
    }
}

extension PlannedTexts {
    /// Measures the parameters of a link.
    fileprivate init(_ link: Link) {
        self.init(query: link.pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
    }
}
