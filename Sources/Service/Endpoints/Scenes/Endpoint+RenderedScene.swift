// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Endpoint {
    /// Serves `GET /v1/scenes/{scene}/render`.
    static let renderedScene = Endpoint(
        .get,
        .scene("/v1/scenes/{scene}/render"),
        "Render a stored scene.",
        needs: .scope(.render),
        publicFrom: .renders,
        isBeyondPresets: true
    ) { address, request, service async throws(ServiceError) in
        try await service.renderScene(address, request, for: request.preferences)
    }

    /// Serves `GET /v1/scenes/{scene}/plan`.
    static let scenePlan = Endpoint(
        .get,
        .scene("/v1/scenes/{scene}/plan"),
        "Get the plan of a render of a stored scene, without rendering it.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { address, request, service async throws(ServiceError) in
        let client = ClientPreferences(hints: request.hints, asksForPlan: true)
        return try await service.renderScene(address, request, for: client)
    }
}

extension ImageService {
    /// The time for which the result of a name is fresh, in seconds: another scene may get the name.
    private static let namedAge = 60

    /// Renders a stored scene with the values of a request, or describes that as JSON.
    fileprivate func renderScene(
        _ address: SceneAddress,
        _ request: RequestContext,
        for client: ClientPreferences
    ) async throws(ServiceError) -> Response {
        guard let text = try await records.find(RecordName(address)) else { throw .sceneNotFound }
        let upload = Upload(image: nil, scene: text, files: [:], fields: [])
        let texts = PlannedTexts(request, upload)
        try await admission.awaitCodecs(if: true)
        let (asked, fetched) = try await askedScene(text, texts, request)
        let age = fetched.values.map(\.age).min()
        do throws(ServiceError) {
            return try await response(
                to: asked,
                in: upload,
                texts,
                fetched,
                for: client,
                request,
                at: place(of: address, Digest(of: text), age, request)
            )
        } catch {
            throw asked.located(error)
        }
    }

    /// Renders a scene with all values, or describes that as JSON.
    private func response(
        to asked: AskedScene,
        in upload: Upload,
        _ texts: PlannedTexts,
        _ fetched: [String: SourceRead],
        for client: ClientPreferences,
        _ request: RequestContext,
        at place: ResultPlace
    ) async throws(ServiceError) -> Response {
        guard let document = asked.document else { throw .unexpected }
        let delivery: Delivery
        do {
            let named = document.pictures(besides: upload) + asked.parameters.images
            var stored = try await images.find(named, for: request)
            for read in fetched.values { stored[read.image.digest] = read.image }
            let (subject, _) = try RenderSubject.sent(
                in: upload,
                document,
                stored,
                asked.parameters,
                images.limits,
                hints: request.hints
            )
            delivery = try await deliver(
                consume subject,
                asked.parameters,
                stored,
                texts,
                for: client,
                request,
                at: place
            )
        }
        return try await delivery.response()
    }

    /// Fills a scene with the values of a request, and reads the images of sources that they name.
    private func askedScene(
        _ text: [UInt8],
        _ texts: PlannedTexts,
        _ request: RequestContext
    ) async throws(ServiceError) -> (AskedScene, [String: SourceRead]) {
        let asked = try await admission.plan(texts, for: request) {
            [access, family = configuration.fontFamily] () throws(ServiceError) in
            try AskedScene(text, of: request, access, fontFamily: family)
        }
        let fetched = try await images(of: asked.sources, for: request)
        guard !fetched.isEmpty else { return (asked, [:]) }
        let digests = fetched.mapValues(\.image.digest)
        let filled = try await admission.plan(texts, for: request) { () throws(ServiceError) in
            try asked.filled(with: digests)
        }
        return (filled, fetched)
    }

    /// Reads the images of sources that variables name.
    private func images(
        of addresses: [String: SourceAddress],
        for request: RequestContext
    ) async throws(ServiceError) -> [String: SourceRead] {
        guard !addresses.isEmpty else { return [:] }
        // A scene may show an image unchanged.
        if !access.isPublic(request, at: request.facts.values.route) {
            try request.authorize(for: .read)
        }
        var found: [String: SourceRead] = [:]
        for (name, address) in addresses.sorted(by: { $0.key < $1.key }) {
            found[name] = try await sources.find(
                address,
                needsBytes: true,
                on: request.exchange.executor
            )
        }
        return found
    }

    /// The address of a result, and how long it stays the same.
    private func place(
        of address: SceneAddress,
        _ digest: Digest,
        _ age: Int?,
        _ request: RequestContext
    ) -> ResultPlace {
        switch address {
        case .digest:
            return ResultPlace(lasting: age.map { .seconds($0) } ?? .untilDeleted)
        case .name:
            // A signature is of the name's address.
            guard request.access.signature == nil else {
                return ResultPlace(lasting: .seconds(min(Self.namedAge, age ?? Self.namedAge)))
            }
            let path = request.path.split(separator: "/").last ?? "render"
            let query = request.query.isEmpty ? "" : "?\(request.query)"
            return ResultPlace(
                lasting: .seconds(min(Self.namedAge, age ?? Self.namedAge)),
                location: request.address(of: "/v1/scenes/\(digest.hex)/\(path)") + query
            )
        }
    }
}
