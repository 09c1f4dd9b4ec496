// SPDX-License-Identifier: Apache-2.0

import Effects
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
        let description = try await service.admission.plan(texts, for: request) {
            () throws(ServiceError) in try LinkDescription(of: upload)
        }
        let template = try await service.template(of: description)
        let (link, images) = try await service.admission.plan(texts, for: request) {
            [access = service.access, family = service.configuration.fontFamily]
            () throws(ServiceError) in
            let pairs = try access.expand(description.pairs, for: request)
            return try Link.described(by: description, template, pairs, fontFamily: family)
        }
        try await service.check(link, for: request)
        let name = LinkName.random()
        let end = link.expiry.map { $0 + Link.expiredSeconds }
        let isKept = try await service.records.keep(
            link.bytes,
            as: RecordName(name),
            to: images,
            until: end
        )
        // An image was deleted meanwhile.
        guard isKept else { throw .imageNotFound }
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
    /// Finds the stored scene that a link is to show; nil for an image.
    fileprivate func template(
        of description: LinkDescription
    ) async throws(ServiceError) -> [UInt8]? {
        switch description.subject {
        case .image: return nil
        case .scene(let address, _):
            guard let text = try await records.find(RecordName(address)) else {
                let rule = SceneFault.Rule.conflict(
                    reason: "No scene with this name or digest is stored."
                )
                throw .link(SceneFault(rule, at: JSONPointer.root.appending("scene")))
            }
            return text
        }
    }

    /// Refuses parameters that do not fit the image now, not where the link is published.
    fileprivate func check(
        _ link: Link,
        for request: RequestContext
    ) async throws(ServiceError) {
        let (subject, parameters, stored) = try await shown(by: link, for: request)
        let settled = try await analyses.settle(subject, parameters, for: request)
        let client = ClientPreferences(hints: request.hints)
        let rendering = try await rendering(
            of: consume settled,
            stored,
            PlannedTexts(link),
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

extension LinkDescription {
    /// Reads the description in the body of a request.
    fileprivate init(of upload: Upload) throws(ServiceError) {
        do throws(SceneFault) {
            try self.init(upload.scene ?? [], now: Syscall.wallSeconds())
        } catch {
            throw .link(error)
        }
    }
}

extension Link {
    /// The time for which an expired link is kept, so as to answer that it has expired, in seconds.
    fileprivate static let expiredSeconds = 30 * 86_400

    /// Makes a link from its description.
    ///
    /// - Parameters:
    ///   - description: The description.
    ///   - template: The scene that it names, with variables; nil for an image.
    ///   - pairs: The parameters, with those of a preset in place of its name.
    ///   - fontFamily: The font family of texts that do not name one.
    /// - Returns: The link, and the digests of all images that it shows.
    /// - Throws: A rule that the description breaks.
    fileprivate static func described(
        by description: LinkDescription,
        _ template: [UInt8]?,
        _ pairs: [(name: String, value: String)],
        fontFamily: String
    ) throws(ServiceError) -> (Link, images: Set<Digest>) {
        let kept = pairs.map { Presets.Pair(name: $0.name, value: $0.value) }
        let expiry = description.expiry
        let parameters = try RenderParameters.parsed(pairs, areBesideScene: template != nil)
        switch description.subject {
        case .image(let image):
            let link = Link(source: image, pairs: kept, expiry: expiry)
            return (link, Set([image] + parameters.images))
        case .scene(_, let values):
            let (scene, document) = try filled(template ?? [], values, fontFamily: fontFamily)
            let backdrop = document.backdrop?.digest
            guard backdrop != nil || document.scene.canvas != nil else {
                let rule = SceneFault.Rule.conflict(
                    reason: "The scene has neither a 'backdrop' nor a 'canvas'."
                )
                throw .link(SceneFault(rule, at: JSONPointer.root.appending("scene")))
            }
            let used = document.references.compactMap { Digest(hex: $0.resource.digest) }
            let link = Link(source: backdrop, scene: scene, pairs: kept, expiry: expiry)
            let images = Set([backdrop].compactMap(\.self) + used + parameters.images)
            guard images.count <= SceneTemplate.imageLimit else {
                let reason = "A link shows at most \(SceneTemplate.imageLimit) images."
                throw .link(
                    SceneFault(.conflict(reason: reason), at: JSONPointer.root.appending("scene"))
                )
            }
            return (link, images)
        }
    }

    /// Puts the values of a description into a stored scene.
    private static func filled(
        _ text: [UInt8],
        _ values: [(name: String, value: String)],
        fontFamily: String
    ) throws(ServiceError) -> ([UInt8], SceneDocument) {
        do throws(SceneFault) {
            let template = try SceneTemplate(text)
            let read: (values: [String: JSONValue], rest: [(name: String, value: String)])
            do throws(ParameterError) {
                read = try template.values(in: values) { Digest(hex: $0).map(SceneVariable.image) }
                if let other = read.rest.first {
                    throw .unknownHere(name: other.name, known: template.variables.map(\.name))
                }
            } catch {
                throw SceneFault(
                    .conflict(reason: error.description),
                    at: JSONPointer.root.appending("variables")
                )
            }
            let scene = template.filled(with: read.values)
            return (scene.canonical.bytes, try SceneReader.read(scene, fontFamily: fontFamily))
        } catch {
            throw .link(error)
        }
    }
}
