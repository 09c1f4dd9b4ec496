// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Answers with the placeholder of a stored picture: `GET /v1/images/{digest}/placeholder`.
    func answerPlaceholder(
        of digest: Digest,
        _ context: RequestContext
    ) throws(ServiceError) {
        let parameters = try Self.placeholderParameters(context)
        try whenFound([digest], for: context) { [self] kept throws(ServiceError) in
            guard let source = kept.source(digest) else { throw .imageNotFound }
            try answerPlaceholder(of: source, as: digest, parameters, context)
        }
    }

    private func answerPlaceholder(
        of source: SourceImage,
        as digest: Digest,
        _ parameters: RenderParameters,
        _ context: RequestContext
    ) throws(ServiceError) {
        let analysis = try placeholderAnalysis(of: source, parameters)
        let name = PlaceholderName(analysis, of: digest)
        var head: HTTPFields = [
            .contentType: "application/json", .eTag: name.entityTag.text,
        ]
        freshness(for: context, until: expiries.earliest(of: [digest])).write(to: &head)
        switch context.preconditions.outcome(current: name.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(head)
        case .proceed:
            if context.request.method == .head, placeholders.outcome(of: name) == nil {
                return context.respond(.ok, head)
            }
            try answer(analysis, as: name, context, head)
        }
    }

    /// Answers with the placeholder of the picture in the body: `POST /v1/placeholder`.
    func answerPlaceholder(_ context: RequestContext) throws(ServiceError) {
        let place = try announceUpload(context)
        let parameters = try Self.placeholderParameters(context)
        let reader = try reader(for: context)
        try receive(context, with: reader) { [self] upload throws(ServiceError) in
            defer { place.end() }
            guard let file = upload.image else { throw .upload(.missing) }
            let source = try source(file, damage: parameters.damage, frame: parameters.frame)
            let analysis = try placeholderAnalysis(of: source, parameters)
            let name = PlaceholderName(analysis, of: file.digest)
            let head: HTTPFields = [
                .contentType: "application/json", .cacheControl: "no-store",
                .eTag: name.entityTag.text,
            ]
            try answer(analysis, as: name, context, head)
        }
    }

    private func answer(
        _ analysis: PlaceholderReporting,
        as name: PlaceholderName,
        _ context: RequestContext,
        _ head: HTTPFields
    ) throws(ServiceError) {
        let frame = analysis.source.header.frame
        try analyze(analysis, as: name, in: placeholders, for: context) {
            report,
            _ throws(ServiceError) in
            var fields = head
            fields[.frame] = frame?.text
            context.warn(report.damage, &fields)
            context.respond(.ok, fields, body: .bytes(report.document))
        }
    }

    private func placeholderAnalysis(
        of source: SourceImage,
        _ parameters: RenderParameters
    ) throws(ServiceError) -> PlaceholderReporting {
        let selected: SourceImage
        do throws(RenderError) {
            selected = try source.selected(by: parameters, limits: limits)
        } catch {
            throw .render(error)
        }
        do throws(ParameterError) {
            return try PlaceholderReporting(of: selected, parameters, limits: limits)
        } catch {
            throw .parameter(error)
        }
    }

    private static func placeholderParameters(
        _ context: RequestContext
    ) throws(ServiceError) -> RenderParameters {
        let pairs = try context.parameters()
        do throws(ParameterError) {
            return try RenderParameters(placeholder: pairs)
        } catch {
            throw .parameter(error)
        }
    }
}

extension Endpoint {
    /// Serves `POST /v1/placeholder`.
    static let placeholder = Endpoint(
        .post,
        .fixed("/v1/placeholder"),
        "Get what to show in place of an uploaded image until it is there.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service throws(ServiceError) in
        try service.answerPlaceholder(request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/images/{digest}/placeholder`.
    static let imagePlaceholder = Endpoint(
        .get,
        .image("/v1/images/{digest}/placeholder"),
        "Get what to show in place of a kept image until it is there.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { value, request, service throws(ServiceError) in
        try service.answerPlaceholder(of: value, request)
    }
}
