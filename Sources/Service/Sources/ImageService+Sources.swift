// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store

// An answer is found in two steps: by what is known about the picture, its digest and its header, and only if that
// is not enough, by the picture itself. So a rendering that is kept is answered without reading the picture again.
extension ImageService {
    /// Renders a picture of a source, or describes that as JSON: `/v1/sources/{name}/{path}/render`
    /// and `/plan`.
    func renderSource(
        _ address: SourceAddress,
        _ context: RequestContext,
        for client: ClientPreferences
    ) throws(ServiceError) {
        // A rendering without effects is the picture.
        if !access.isPublic(context, at: context.facts.values.route) {
            try context.authorize(for: .read)
        }
        let pairs = try access.expand(try context.parameters(), for: context)
        let parameters = try RenderParameters.parsed(pairs)
        guard !parameters.region.redacts else { throw .parameter(.redactionOfKept) }
        let rendering = SourceRendering(
            address: address,
            parameters: parameters,
            client: client,
            context: context
        )
        find(rendering, needsBytes: context.directives.rendersAnew)
    }

    private func find(_ rendering: SourceRendering, needsBytes: Bool) {
        let context = rendering.context
        sources.find(rendering.address, needsBytes: needsBytes) { [self] outcome in
            do throws(ServiceError) {
                try answer(rendering, with: try outcome.get())
            } catch {
                if let reason = error.reasonOfSource {
                    context.exchange.annotate(.sourceFault, reason)
                }
                context.fail(error)
            }
        }
    }

    private func answer(
        _ rendering: SourceRendering,
        with found: FoundPicture
    ) throws(ServiceError) {
        let context = rendering.context
        try whenFound(rendering.parameters.pictures, for: context) {
            [self] kept throws(ServiceError) in
            let (facts, age) = (found.facts, found.age)
            do throws(ServiceError) {
                try settle(
                    rendering.parameters,
                    on: (found.source, facts.digest),
                    for: context
                ) { parameters, source, table throws(ServiceError) in
                    let subject = RenderSubject(source: source, digest: facts.digest)
                    let request = try self.request(
                        parameters,
                        of: subject,
                        kept,
                        for: rendering.client
                    )
                    let expiry = self.expiries.earliest(of: request.key.resources)
                    let freshness = self.freshness(ofSource: age, for: context, until: expiry)
                    try self.answer(rendering, with: request, freshness, table)
                }
            } catch .bytesNeeded {
                try refuseWhenSaturated(context, for: facts.header, rendering.client)
                find(rendering, needsBytes: true)
            } catch {
                throw error
            }
        }
    }

    private func answer(
        _ rendering: SourceRendering,
        with request: RenderRequest,
        _ freshness: Freshness,
        _ table: LegibilityTable?
    ) throws(ServiceError) {
        let context = rendering.context
        if rendering.client.wantsPlan {
            try access.authorizePlan(context)
            return try answerPlan(of: request, to: context, table)
        }
        let head = head(for: request, freshness, table)
        switch context.preconditions.outcome(current: request.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(head)
        case .proceed where context.request.method == .head: describe(request, to: context, head)
        case .proceed where request.renderer.source.bytes.isEmpty:
            guard let stored = results.kept(request.key) else { throw .bytesNeeded }
            answer(request, with: stored, to: context, head: head)
        case .proceed:
            deliver(request, to: context, head: head)
            request.key.resources.forEach(forgetUnlessKept)
        }
    }
}

/// A request for a rendering of a picture in a source, with its parsed parts.
private struct SourceRendering: Sendable {
    let address: SourceAddress
    let parameters: RenderParameters
    let client: ClientPreferences
    let context: RequestContext
}

extension Configuration {
    /// The limits on the size of pictures in sources, and on the time to read them.
    var sourceLimits: PictureSources.Limits {
        PictureSources.Limits(
            byteCount: bodyLimit,
            time: deadline,
            picture: DecodeLimits(maximumSide: sideLimit, maximumPixelCount: pixelLimit)
        )
    }
}

extension Endpoint {
    /// Serves `GET /v1/sources/{name}/{path}/render`.
    static let renderedSource = Endpoint(
        .get,
        .source("/v1/sources/{name}/{path}/render"),
        "Render an image of a source.",
        needs: .scope(.render),
        publicFrom: .renders
    ) { value, request, service throws(ServiceError) in
        try service.renderSource(value, request, for: request.preferences)
    }
}

extension Endpoint {
    /// Serves `GET /v1/sources/{name}/{path}/plan`.
    static let sourcePlan = Endpoint(
        .get,
        .source("/v1/sources/{name}/{path}/plan"),
        "Get the plan of a rendering of an image of a source, without rendering it.",
        needs: .scope(.render),
        publicFrom: .all
    ) { value, request, service throws(ServiceError) in
        let client = ClientPreferences(hints: request.hints, asksForPlan: true)
        try service.renderSource(value, request, for: client)
    }
}
