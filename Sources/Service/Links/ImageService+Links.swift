// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPServer
import HTTPTypes
import Rendering
import Store

// A link shows one rendering, and nothing else: no header field of its responses is made from the
// picture's digest, and its errors do not name what it was made from.
extension ImageService {
    private var now: Int { Int(Date.now.timeIntervalSince1970) }

    /// The time for which an expired link is kept, so as to answer that it has expired, in seconds.
    private static let expiredLinkSeconds = 30 * 86_400

    /// Creates a link to a rendering: `POST /v1/links`.
    func makeLink(_ context: RequestContext) throws(ServiceError) {
        // The scope for uploads is checked already; a link also needs that for renderings.
        try context.authorize(for: .render)
        try context.refuseParameters()
        let reader = try reader(for: context, .scene, names: [])
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            try whereUploadFits(upload, context) { [self] () throws(ServiceError) in
                try keepLink(upload.scene ?? [], for: context)
            }
        }
    }

    private func keepLink(_ text: [UInt8], for context: RequestContext) throws(ServiceError) {
        let description: LinkDescription
        do throws(SceneFault) {
            description = try LinkDescription(text, now: now)
        } catch {
            throw .link(error)
        }
        let pairs = try access.expand(description.pairs, for: context)
        let parameters = try RenderParameters.parsed(pairs)
        let link = Link(
            source: description.image,
            pairs: pairs.map { Presets.Pair(name: $0.name, value: $0.value) },
            expiry: description.expiry
        )
        try whenFound([link.source] + parameters.pictures, for: context) {
            [self] kept throws(ServiceError) in
            guard let source = kept.source(link.source) else {
                throw .linkedImageNotFound(link.source)
            }
            try keep(link, parameters, of: source, kept, for: context)
        }
    }

    private func keep(
        _ link: Link,
        _ parameters: RenderParameters,
        of source: SourceImage,
        _ kept: KeptPictures,
        for context: RequestContext
    ) throws(ServiceError) {
        // Parameters that do not fit the picture are refused now, not where the link is published.
        try settle(parameters, on: (source, link.source), for: context) {
            [self]
            parameters,
            source,
            _ throws(ServiceError) in
            let subject = RenderSubject(source: source, digest: link.source, link: link)
            let client = ClientPreferences(hints: context.hints)
            let request = try request(parameters, of: subject, kept, for: client)
            do throws(AdmissionError) {
                try prices.check(request.renderer.estimate, pixelCount: source.pixelCount)
            } catch {
                throw .admission(error)
            }
            let name = LinkName.random()
            let end = link.expiry.map { $0 + Self.expiredLinkSeconds }
            let pictures = Set([link.source] + parameters.pictures)
            links.keep(link.bytes, as: name, to: pictures, until: end) { [self] result in
                switch result {
                case .success(true): tell(name, of: link, to: context)
                case .success(false): context.fail(.linkedImageNotFound(link.source))
                case .failure(let error): context.fail(error)
                }
            }
        }
    }

    private func tell(_ name: LinkName, of link: Link, to context: RequestContext) {
        let address = context.address(of: "/v1/links/\(name.text)")
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(name.text)), ("url", .string(address)),
        ]
        if let expiry = link.expiry { members.append(("expires", .integer(expiry))) }
        context.respond(
            .created,
            [
                .contentType: "application/json", .location: address, .cacheControl: "no-store",
            ],
            body: .bytes(JSONValue.object(members).document)
        )
    }

    /// Deletes a link: `DELETE /v1/links/{name}`.
    func deleteLink(_ name: LinkName, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        links.remove(name) { result in
            switch result {
            case .success(true): context.respond(.noContent, [.cacheControl: "no-store"])
            case .success(false): context.fail(.linkNotFound)
            case .failure(let error): context.fail(error)
            }
        }
    }

    /// Renders a link: `GET /v1/links/{name}`.
    func answerLink(_ name: LinkName, _ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        links.find(name) { [self] result in
            do throws(ServiceError) {
                guard let link = try result.get().flatMap(Link.init) else { throw .linkNotFound }
                guard !link.isExpired(now: now) else { throw .linkExpired }
                try render(link, for: context)
            } catch {
                context.fail(error)
            }
        }
    }

    private func render(_ link: Link, for context: RequestContext) throws(ServiceError) {
        let parameters: RenderParameters
        do throws(ServiceError) {
            parameters = try .parsed(link.pairs.map { ($0.name, $0.value) })
        } catch {
            // A newer program may refuse what an older one accepted; no error may show the
            // parameters.
            throw .linkNotFound
        }
        guard !PlanDocument.isPreferred(by: context.accept) else {
            throw .planOfRedaction(vary: parameters.vary())
        }
        try whenFound([link.source] + parameters.pictures, for: context) {
            [self] kept throws(ServiceError) in
            guard let source = kept.source(link.source) else { throw .linkNotFound }
            try settle(parameters, on: (source, link.source), for: context) {
                parameters,
                source,
                table throws(ServiceError) in
                let subject = RenderSubject(source: source, digest: link.source, link: link)
                let client = context.preferences
                do throws(ServiceError) {
                    try self.renderKept(parameters, of: subject, kept, for: context, client, table)
                } catch .resourceNotFound {
                    // That error would show the digest of a mask.
                    throw .linkNotFound
                } catch {
                    throw error
                }
            }
        }
    }
}

extension Endpoint {
    /// Serves `POST /v1/links`.
    static let links = Endpoint(
        .post,
        .fixed("/v1/links"),
        "Make a link to one rendering of a kept image.",
        needs: .scope(.upload)
    ) { _, request, service throws(ServiceError) in
        try service.makeLink(request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/links/{name}`.
    static let link = Endpoint(
        .get,
        .link("/v1/links/{name}"),
        "Get the rendering that a link shows.",
        needs: .scope(.render),
        publicFrom: .links
    ) { value, request, service throws(ServiceError) in
        try service.answerLink(value, request)
    }
}

extension Endpoint {
    /// Serves `DELETE /v1/links/{name}`.
    static let linkDeletion = Endpoint(
        .delete,
        .link("/v1/links/{name}"),
        "Delete a link.",
        needs: .scope(.delete)
    ) { value, request, service throws(ServiceError) in
        try service.deleteLink(value, request)
    }
}
