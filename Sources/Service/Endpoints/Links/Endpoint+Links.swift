// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Platform
import Rendering
import Store

extension Endpoint {
    /// Serves `POST /v1/links`.
    static let links = Endpoint(
        .post,
        .fixed("/v1/links"),
        "Make a link to one rendering of a kept image.",
        needs: .scope(.upload)
    ) { _, request, service async throws(ServiceError) in
        // The scope for uploads is checked already; a link also needs that for renderings.
        try request.authorize(for: .render)
        try request.refuseParameters()
        let upload = try await request.exchange.upload(
            with: try request.reader(.scene, names: []),
            limit: service.configuration.bodyLimit,
            budget: service.images.receiving
        )
        let texts = PlannedTexts(request, upload)
        let (link, parameters) = try await service.admission.plan(texts, for: request) {
            [access = service.access] () throws(ServiceError) in
            try Link.described(by: upload.scene ?? [], access, request)
        }
        try await service.check(link, parameters, texts, for: request)
        let name = LinkName.random()
        let end = link.expiry.map { $0 + Link.expiredSeconds }
        let pictures = Set([link.source] + parameters.images)
        guard
            try await service.records.keep(
                link.bytes,
                as: RecordName(name),
                to: pictures,
                until: end
            )
        else {
            throw .linkedImageNotFound(link.source)
        }
        let address = request.address(of: "/v1/links/\(name.text)")
        var members: [(name: String, value: JSONValue)] = [
            ("id", .string(name.text)), ("url", .string(address)),
        ]
        if let expiry = link.expiry { members.append(("expires", .integer(expiry))) }
        return Response(
            .created,
            [.contentType: "application/json", .location: address, .cacheControl: "no-store"],
            body: .bytes(JSONValue.object(members).document)
        )
    }
}

extension ImageService {
    /// Refuses parameters that do not fit the image now, not where the link is published.
    fileprivate func check(
        _ link: Link,
        _ parameters: RenderParameters,
        _ texts: PlannedTexts,
        for request: RequestContext
    ) async throws(ServiceError) {
        var stored = try await images.find([link.source] + parameters.images, for: request)
        guard let source = stored.takeSource(link.source, usedBy: parameters.images) else {
            throw .linkedImageNotFound(link.source)
        }
        let subject = RenderSubject(source: consume source, digest: link.source, link: link)
        let settled = try await analyses.settle(consume subject, parameters, for: request)
        let client = ClientPreferences(hints: request.hints)
        let rendering = try await rendering(
            of: consume settled,
            stored,
            texts,
            for: client,
            request
        )
        do throws(AdmissionError) {
            try admission.prices.check(
                rendering.renderer.estimate,
                pixelCount: rendering.renderer.source.pixelCount
            )
        } catch {
            throw .admission(error)
        }
    }
}

extension Link {
    /// The time for which an expired link is kept, so as to answer that it has expired, in seconds.
    fileprivate static let expiredSeconds = 30 * 86_400

    /// Reads the description of a link, with a preset in place of its name.
    fileprivate static func described(
        by text: [UInt8],
        _ access: AccessControl,
        _ request: RequestContext
    ) throws(ServiceError) -> (Link, RenderParameters) {
        let description: LinkDescription
        do throws(SceneFault) {
            description = try LinkDescription(text, now: Syscall.wallSeconds())
        } catch {
            throw .link(error)
        }
        let pairs = try access.expand(description.pairs, for: request)
        let link = Link(
            source: description.image,
            pairs: pairs.map { Presets.Pair(name: $0.name, value: $0.value) },
            expiry: description.expiry
        )
        return (link, try .parsed(pairs))
    }
}
