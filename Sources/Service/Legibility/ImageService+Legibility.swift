// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Replaces `trim`, `focus=attention` and `material=auto` by values that fit a picture.
    ///
    /// These come from analyses of the picture, unless the parameters need none.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request; what depends on pixels requires an analysis of
    ///     the picture.
    ///   - picture: The picture and its digest.
    ///   - context: The request; it is answered with the error if the analysis fails.
    ///   - action: Called at once or on a worker, with the picture to continue with. It must not
    ///     retain another copy.
    /// - Throws: The error of the action, if it is called at once, or of the analysis.
    func settle(
        _ parameters: RenderParameters,
        on picture: (source: SourceImage, digest: Digest),
        for context: RequestContext,
        then action:
            @escaping @Sendable (
                RenderParameters, SourceImage, LegibilityTable?
            ) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let traits = parameters.traits.completed(by: context.hints)
        let digest = picture.digest
        try settle(parameters.geometry, traits, parameters, on: picture, for: context) {
            [self]
            geometry,
            source throws(ServiceError) in
            var parameters = parameters
            parameters.geometry = geometry
            try settleMaterial(parameters, on: (source, digest), for: context, then: action)
        }
    }

    private func settleMaterial(
        _ parameters: RenderParameters,
        on picture: (source: SourceImage, digest: Digest),
        for context: RequestContext,
        then action:
            @escaping @Sendable (
                RenderParameters, SourceImage, LegibilityTable?
            ) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        let source = picture.source.tolerating(parameters.damage)
        guard let analysis = try analysis(parameters, source, context) else {
            return try action(parameters, picture.source, nil)
        }
        let name = AnalysisName(analysis, of: picture.digest)
        try analyze(analysis, as: name, in: analyses, for: context) {
            table,
            source throws(ServiceError) in
            try action(parameters.settled(on: table.choice), source, table)
        }
    }

    /// Answers with the contrasts of all text styles on all materials over a stored picture.
    func answerLegibility(_ context: RequestContext) throws(ServiceError) {
        let (digest, parameters) = try Self.namedImage(try context.parameters())
        try whenFound([digest], for: context) { [self] kept throws(ServiceError) in
            guard let source = kept.source(digest) else { throw .imageNotFound }
            try answerTable(parameters, (source, digest), context)
        }
    }

    /// Answers with the contrasts of all text styles on all materials over an uploaded picture.
    func answerUploadLegibility(_ context: RequestContext) throws(ServiceError) {
        let pairs = try context.parameters()
        let place = try announceUpload(context)
        let parameters = try Self.legibilityParameters(pairs)
        let reader = try reader(for: context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            defer { place.end() }
            guard let file = upload.image else { throw .upload(.missing) }
            try answerTable(
                parameters,
                (try source(file, damage: parameters.damage, frame: parameters.frame), file.digest),
                context
            )
        }
    }

    private func answerTable(
        _ parameters: RenderParameters,
        _ picture: (source: SourceImage, digest: Digest),
        _ context: RequestContext
    ) throws(ServiceError) {
        let source: SourceImage
        do throws(RenderError) {
            source = try picture.source.selected(by: parameters, limits: limits)
                .tolerating(parameters.damage)
        } catch {
            throw .render(error)
        }
        guard let analysis = try analysis(parameters, source, context) else {
            throw .unexpected
        }
        let areas = (pane: analysis.pane, box: analysis.box)
        let name = AnalysisName(analysis, of: picture.digest)
        try analyze(analysis, as: name, in: analyses, for: context) {
            table,
            _ throws(ServiceError) in
            let document = JSONValue(table, pane: areas.pane, box: areas.box).document
            let settled = parameters.settled(on: table.choice)
            var fields: HTTPFields = [.contentType: "application/json"]
            let expiry = self.expiries.earliest(of: [picture.digest])
            let freshness =
                context.isRead ? self.freshness(for: context, until: expiry) : .none
            freshness.write(to: &fields)
            let hints = Traits.Trait.hints(settled.consultable())
            if !hints.isEmpty {
                fields[.vary] = hints.joined(separator: ", ")
                fields[.acceptCH] = fields[.vary]
            }
            fields[.legibility] = table.fieldValue
            try context.respond(document, tag: EntityTag(of: document), fields)
        }
    }

    private func analysis(
        _ parameters: RenderParameters,
        _ source: SourceImage,
        _ context: RequestContext
    ) throws(ServiceError) -> LegibilityAnalysis? {
        do throws(ParameterError) {
            return try parameters.analysis(of: source, hints: context.hints, limits: limits)
        } catch {
            throw .parameter(error)
        }
    }

    /// The name of the parameter with the digest of a stored picture.
    private static let imageName = "image"

    private static func namedImage(
        _ pairs: [(name: String, value: String)]
    ) throws(ServiceError) -> (Digest, RenderParameters) {
        let images = pairs.filter { $0.name == imageName }
        let rest = pairs.filter { $0.name != imageName }
        let parameters = try legibilityParameters(rest, isNamed: true)
        guard let image = images.first else { throw .unnamedImage(parameter: imageName) }
        guard images.count == 1 else { throw .parameter(.repeated(name: imageName)) }
        guard let digest = Digest(hex: image.value) else {
            throw .parameter(.malformedImage(name: imageName, value: image.value))
        }
        return (digest, parameters)
    }

    /// Parses the parameters of an analysis of a picture, which is either stored or in the body.
    private static func legibilityParameters(
        _ pairs: [(name: String, value: String)],
        isNamed: Bool = false
    ) throws(ServiceError) -> RenderParameters {
        do throws(ParameterError) {
            for (name, _) in pairs
            where RenderParameter.named(name).map(isOfLegibility) != true {
                let names = (isNamed ? [imageName] : []) + legibilityNames
                throw .unknownHere(name: name, known: names)
            }
            let material = RenderParameter.material.name
            return try RenderParameters([(material, RenderParameter.automatic)] + pairs)
        } catch {
            throw .parameter(error)
        }
    }

    /// Whether a parameter of renderings is accepted by `/v1/legibility`, as it affects contrasts.
    package static func isOfLegibility(_ parameter: RenderParameter) -> Bool {
        switch parameter.scope {
        case .legibility, .material: true
        case .effect, .area, .blur, .tintedMaterial, .kernel, .region, .corner, .mask, .geometry,
            .resizing, .framing, .backdrop, .caps, .rotation, .output, .formats, .negotiation:
            [.region, .frame, .background, .damage].contains(parameter)
        }
    }

    private static let legibilityNames = RenderParameter.table.filter(isOfLegibility)
        .map(\.name)
}

extension Endpoint {
    /// Serves `GET /v1/legibility`.
    static let legibility = Endpoint(
        .get,
        .fixed("/v1/legibility"),
        "Measure the contrast of texts on every material over a kept image.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { _, request, service throws(ServiceError) in
        try service.answerLegibility(request)
    }
}

extension Endpoint {
    /// Serves `POST /v1/legibility`.
    static let uploadLegibility = Endpoint(
        .post,
        .fixed("/v1/legibility"),
        "Measure the contrast of texts on every material over an uploaded image.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service throws(ServiceError) in
        try service.answerUploadLegibility(request)
    }
}
