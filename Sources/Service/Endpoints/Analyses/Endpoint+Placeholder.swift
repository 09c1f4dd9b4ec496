// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPServer
import HTTPTypes
import Rendering
import Store

extension Endpoint {
    /// Serves `POST /v1/placeholder`.
    static let placeholder = Endpoint(
        .post,
        .fixed("/v1/placeholder"),
        "Get what to show in place of an uploaded image until it is there.",
        needs: .scope(.render),
        isBeyondPresets: true
    ) { _, request, service async throws(ServiceError) in
        let place = try service.admission.announce(request)
        let parameters = try await service.placeholderParameters(of: request)
        let (source, digest) = try await service.receiveSource(parameters, request)
        place.end()
        let analysis = try await service.placeholder(of: consume source, parameters)
        let name = PlaceholderName(analysis, of: digest)
        let head: HTTPFields = [
            .contentType: "application/json", .cacheControl: "no-store",
            .eTag: name.entityTag.text,
        ]
        return try await service.placeholder(consume analysis, as: name, request, head)
    }

    /// Serves `GET /v1/images/{digest}/placeholder`.
    static let imagePlaceholder = Endpoint(
        .get,
        .image("/v1/images/{digest}/placeholder"),
        "Get what to show in place of a kept image until it is there.",
        needs: .scope(.render),
        publicFrom: .all,
        isBeyondPresets: true
    ) { digest, request, service async throws(ServiceError) in
        let parameters = try await service.placeholderParameters(of: request)
        var stored = try await service.images.find([digest], for: request)
        guard let source = stored.takeSource(digest) else { throw .imageNotFound }
        let analysis = try await service.placeholder(of: consume source, parameters)
        let name = PlaceholderName(analysis, of: digest)
        var head: HTTPFields = [.contentType: "application/json", .eTag: name.entityTag.text]
        let expiry = service.images.expiries.earliest(of: [digest])
        service.access.freshness(for: request, until: expiry).write(to: &head)
        service.access.caching.write(tagsOf: [digest], to: &head)
        switch request.preconditions.outcome(current: name.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: return .notModified(head)
        case .proceed:
            let isKnown = service.analyses.placeholders.outcome(of: name) != nil
            if request.request.method == .head, !isKnown { return Response(.ok, head) }
            return try await service.placeholder(consume analysis, as: name, request, head)
        }
    }
}

extension ImageService {
    /// Parses the parameters of a placeholder.
    fileprivate func placeholderParameters(
        of request: RequestContext
    ) async throws(ServiceError) -> RenderParameters {
        try await admission.plan(PlannedTexts(request), for: request) {
            () throws(ServiceError) in
            let pairs = try request.parameters()
            do throws(ParameterError) {
                return try RenderParameters(placeholder: pairs)
            } catch {
                throw .parameter(error)
            }
        }
    }

    /// Makes the analysis of an image.
    fileprivate func placeholder(
        of source: consuming SourceImage,
        _ parameters: RenderParameters
    ) async throws(ServiceError) -> PlaceholderReporting {
        let selected = try await select(consume source, by: parameters)
        do throws(ParameterError) {
            return try PlaceholderReporting(of: selected, parameters, limits: images.limits)
        } catch {
            throw .parameter(error)
        }
    }

    /// Responds with the outcome of an analysis.
    fileprivate func placeholder(
        _ analysis: consuming PlaceholderReporting,
        as name: PlaceholderName,
        _ request: RequestContext,
        _ head: HTTPFields
    ) async throws(ServiceError) -> Response {
        let frame = analysis.source.header.frame
        let report = try await analyses.outcome(
            of: consume analysis,
            as: name,
            in: analyses.placeholders,
            for: request
        ).outcome
        var fields = head
        fields[.frame] = frame?.text
        request.warn(report.damage, &fields)
        return Response(.ok, fields, body: .bytes(report.document))
    }
}
