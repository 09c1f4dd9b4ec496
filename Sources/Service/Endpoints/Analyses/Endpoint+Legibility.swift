// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Raster
import Rendering
import Store

extension Endpoint {
    /// Serves `GET /v1/legibility`.
    static let legibility = Endpoint(
        .get,
        .fixed("/v1/legibility"),
        "Measure the contrast of texts on every material over a kept image.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { _, request, service async throws(ServiceError) in
        let (digest, parameters) = try await service.admission.plan(
            PlannedTexts(request),
            for: request
        ) { () throws(ServiceError) in
            try RenderParameters.ofLegibilityOfImage(try request.parameters())
        }
        var stored = try await service.images.find([digest], for: request)
        guard let source = stored.takeSource(digest) else { throw .imageNotFound }
        return try await service.legibility(of: consume source, digest, parameters, for: request)
    }

    /// Serves `POST /v1/legibility`.
    static let uploadLegibility = Endpoint(
        .post,
        .fixed("/v1/legibility"),
        "Measure the contrast of texts on every material over an uploaded image.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service async throws(ServiceError) in
        let place = try service.admission.announce(request)
        let parameters = try await service.admission.plan(PlannedTexts(request), for: request) {
            () throws(ServiceError) in
            try RenderParameters.ofLegibility(try request.parameters())
        }
        let (source, digest) = try await service.receiveSource(parameters, request)
        place.end()
        return try await service.legibility(of: consume source, digest, parameters, for: request)
    }
}

extension ImageService {
    /// Receives an image to analyze, and reads its header.
    func receiveSource(
        _ parameters: RenderParameters,
        _ request: RequestContext
    ) async throws(ServiceError) -> (source: SourceImage, digest: Digest) {
        let upload = try await request.exchange.upload(
            with: try request.imageReader(),
            limit: configuration.bodyLimit,
            budget: images.receiving
        )
        guard let file = upload.image else { throw .upload(.missing) }
        let source = try await admission.headers.run(over: [file.bytes]) {
            () throws(ServiceError) in
            try file.source(parameters, images.limits)
        }
        return (source, file.digest)
    }

    /// Selects the frame of an image; reads another header where that differs.
    func select(
        _ source: SourceImage,
        by parameters: RenderParameters
    ) async throws(ServiceError) -> SourceImage {
        try await admission.awaitCodecs(if: source.header.format.isForeign)
        let reads = parameters.frame != nil || source.header.drawing != nil
        return try await admission.headers.run(over: reads ? [source.bytes] : []) {
            () throws(ServiceError) in
            do throws(RenderError) {
                return try source.selected(by: parameters, limits: images.limits)
            } catch {
                throw .render(error)
            }
        }
    }

    /// Responds with the contrasts of all text styles on all materials.
    fileprivate func legibility(
        of source: consuming SourceImage,
        _ digest: Digest,
        _ parameters: RenderParameters,
        for request: RequestContext
    ) async throws(ServiceError) -> Response {
        let selected = try await select(consume source, by: parameters)
        guard let analysis = try analyses.analysis(parameters, of: selected, for: request) else {
            throw .unexpected
        }
        _ = consume selected
        let areas = (pane: analysis.pane, box: analysis.box)
        let name = AnalysisName(analysis, of: digest)
        let table = try await analyses.outcome(
            of: consume analysis,
            as: name,
            in: analyses.legibility,
            for: request
        ).outcome
        let document = JSONValue(table, pane: areas.pane, box: areas.box).document
        var fields: HTTPFields = [.contentType: "application/json"]
        let expiry = images.expiries.earliest(of: [digest])
        let freshness = request.isRead ? access.freshness(for: request, until: expiry) : .none
        freshness.write(to: &fields)
        if request.isRead { access.caching.write(tagsOf: [digest], to: &fields) }
        let hints = Traits.Trait.hints(parameters.settled(on: table.choice).consultable())
        if !hints.isEmpty {
            fields[.vary] = hints.joined(separator: ", ")
            fields[.acceptCH] = fields[.vary]
        }
        fields[.legibility] = table.fieldValue
        return try request.response(document, tag: EntityTag(of: document), fields)
    }
}

extension RenderParameter {
    /// Whether the parameter is accepted by `/v1/legibility`, as it affects contrasts.
    package var isOfLegibility: Bool {
        switch scope {
        case .legibility, .material: true
        case .effect, .area, .blur, .tintedMaterial, .kernel, .region, .corner, .clip, .mask,
            .geometry, .resizing, .framing, .backdrop, .caps, .rotation, .output, .formats,
            .negotiation:
            [.region, .frame, .background, .damage].contains(self)
        }
    }

    fileprivate static let legibilityNames = table.filter(\.isOfLegibility).map(\.name)
}

extension RenderParameters {
    /// The name of the parameter with the digest of a stored image.
    private static let imageName = "image"

    /// Parses the parameters of an analysis of a stored image, and its digest.
    fileprivate static func ofLegibilityOfImage(
        _ pairs: [(name: String, value: String)]
    ) throws(ServiceError) -> (Digest, RenderParameters) {
        let images = pairs.filter { $0.name == imageName }
        let rest = pairs.filter { $0.name != imageName }
        let parameters = try ofLegibility(rest, isNamed: true)
        guard let image = images.first else { throw .unnamedImage(parameter: imageName) }
        guard images.count == 1 else { throw .parameter(.repeated(name: imageName)) }
        guard let digest = Digest(hex: image.value) else {
            throw .parameter(.malformedImage(name: imageName, value: image.value))
        }
        return (digest, parameters)
    }

    /// Parses the parameters of an analysis of an image, which is either stored or in the body.
    fileprivate static func ofLegibility(
        _ pairs: [(name: String, value: String)],
        isNamed: Bool = false
    ) throws(ServiceError) -> RenderParameters {
        do throws(ParameterError) {
            for (name, _) in pairs where RenderParameter.named(name)?.isOfLegibility != true {
                let names = (isNamed ? [imageName] : []) + RenderParameter.legibilityNames
                throw .unknownHere(name: name, known: names)
            }
            let material = RenderParameter.material.name
            return try RenderParameters([(material, RenderParameter.automatic)] + pairs)
        } catch {
            throw .parameter(error)
        }
    }
}
