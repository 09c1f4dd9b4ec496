// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import HTTPServer
import HTTPTypes
import Rendering
import Store
import Typesetting

// What the endpoints with renderings share.
extension ImageService {
    /// Parses the parameters of a request for a rendering, with a preset in place of its name.
    func parameters(of request: RequestContext) async throws(ServiceError) -> RenderParameters {
        try await admission.plan(PlannedTexts(request), for: request) {
            [access] () throws(ServiceError) in
            try .parsed(try access.expand(try request.parameters(), for: request))
        }
    }

    /// Chooses the format, the rendering steps and the key of a result.
    ///
    /// - Parameters:
    ///   - settled: The subject and the parameters, with everything decided; freed where it is planned.
    ///   - stored: The stored images that they name.
    ///   - texts: The texts that are planned.
    ///   - client: The preferences of the client.
    ///   - request: The request.
    /// - Returns: The rendering.
    /// - Throws: A reason not to render.
    func rendering(
        of settled: consuming SettledSubject,
        _ stored: [Digest: StoredImage],
        _ texts: PlannedTexts,
        for client: ClientPreferences,
        _ request: RequestContext
    ) async throws(ServiceError) -> RenderRequest {
        let needsCodecs =
            settled.parameters.format?.format.isForeign == true
            || stored.values.contains { $0.header.format.isForeign }
        try await admission.awaitCodecs(if: needsCodecs)
        // A drawing in another size has another header.
        let drawings = stored.values.filter { $0.header.format == .svg }
        let (hasTexts, hasDrawings) = (
            settled.subject.content.hasTexts, settled.subject.hasDrawings
        )
        if hasTexts || hasDrawings || !drawings.isEmpty {
            try await admission.fonts.run { () throws(ServiceError) in
                _ = try? TextRaster.identity()
            }
        }
        let handed = Handoff(settled)
        return try await admission.plan(
            texts,
            over: drawings.compactMap { $0.file?.bytes },
            for: request
        ) { [limits = images.limits, prices = admission.prices] () throws(ServiceError) in
            let settled = handed.take()
            var parameters = settled.parameters
            var rendering = try RenderRequest(
                parameters,
                of: settled.subject,
                for: client,
                limits: limits,
                kept: { stored[$0]?.source }
            )
            if parameters.frames == .automatic, rendering.renderer.motion != nil,
                !rendering.isAffordable(prices)
            {
                // Nobody has asked for all frames.
                parameters.frames = .first
                rendering = try RenderRequest(
                    parameters,
                    of: settled.subject,
                    for: client,
                    limits: limits,
                    kept: { stored[$0]?.source }
                )
            }
            // Both are made on first use, and take milliseconds for a large scene.
            _ = rendering.key
            if texts.isLong { _ = rendering.renderer.estimate }
            return rendering
        }
    }

    /// Delivers a rendering of a stored image, its plan, or 304.
    ///
    /// - Parameters:
    ///   - subject: The image, and the effects or the gallery to make of it; the caller keeps no other copy.
    ///   - parameters: The parameters.
    ///   - stored: The stored images that the parameters name.
    ///   - texts: The texts that are planned.
    ///   - client: The preferences of the client.
    ///   - request: The request.
    ///   - place: The address of the result.
    /// - Returns: The response, or the means to wait for it.
    /// - Throws: A reason not to render, or not to tell how.
    func deliver(
        _ subject: consuming RenderSubject,
        _ parameters: RenderParameters,
        _ stored: [Digest: StoredImage],
        _ texts: PlannedTexts,
        for client: ClientPreferences,
        _ request: RequestContext,
        at place: ResultPlace = ResultPlace()
    ) async throws(ServiceError) -> Delivery {
        let (digest, link) = (subject.digest, subject.link)
        let settled = try await analyses.settle(consume subject, parameters, for: request)
        let table = settled.table
        let rendering = try await rendering(
            of: consume settled,
            stored,
            texts,
            for: client,
            request
        )
        if client.wantsPlan {
            try access.authorizePlan(request)
            return .response(
                try await planResponse(of: consume rendering, texts, to: request, table)
            )
        }
        let expiry = images.expiries.earliest(of: rendering.key)
        var (freshness, canBeKnown) = (Freshness.none, false)
        switch place.lasting {
        case .always:
            freshness = access.freshness(of: link, for: request, until: expiry)
            canBeKnown = link == nil && access.isLasting(request, until: expiry)
        case .untilDeleted: freshness = access.freshness(for: request, until: expiry)
        case .seconds(let age):
            freshness = access.freshness(ofSource: age, for: request, until: expiry)
        }
        var head = rendering.head(freshness, table)
        head[.contentLocation] = place.location
        // The tag of an image would tell which one a link shows.
        if link == nil {
            access.caching.write(tagsOf: [digest] + rendering.key.resources, to: &head)
        }
        switch request.preconditions.outcome(current: rendering.entityTag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: return .response(.notModified(head))
        case .proceed where request.request.method == .head:
            return .response(try renders.describe(rendering, to: request, head))
        case .proceed:
            let place = canBeKnown ? KnownRendering.Place(request.request, until: expiry) : nil
            let delivery = try await renders.deliver(
                rendering,
                to: request,
                head: head,
                rememberAt: place
            )
            ([digest] + rendering.key.resources).forEach(renders.forgetUnlessStored)
            return delivery
        }
    }

    /// Makes the response with a JSON description of a rendering instead of the image.
    ///
    /// Nothing is decoded or rendered.
    func planResponse(
        of rendering: consuming RenderRequest,
        _ texts: PlannedTexts,
        to request: RequestContext,
        _ table: LegibilityTable? = nil
    ) async throws(ServiceError) -> Response {
        var fields: HTTPFields = [
            .contentType: PlanDocument.mediaType,
            .cacheControl: request.isRead ? "no-cache" : "no-store",
        ]
        fields[.vary] = rendering.vary
        fields[.acceptCH] = rendering.askedHints
        fields[.legibility] = table?.fieldValue
        fields[.reducedTransparency] = rendering.reducedTransparency
        let address = request.address(of: "/v1/images/\(rendering.digest.hex)")
        let original = images.isKnown(rendering.digest) ? address : nil
        let handed = Handoff(rendering)
        let (document, tag) = try await admission.plan(texts, for: request) {
            () throws(ServiceError) in
            let rendering = handed.take()
            let plan = PlanDocument(
                request: rendering,
                original: original,
                preset: request.preset
            )
            let document = plan.json.document
            return (document, EntityTag(of: document))
        }
        return try request.response(document, tag: tag, fields)
    }
}

extension [Digest: StoredImage] {
    /// Takes an image out, to be the subject of a rendering; one that is used once more stays.
    ///
    /// - Parameters:
    ///   - digest: The digest of the image.
    ///   - others: The images that the rendering uses as well.
    /// - Returns: The image as the source of a rendering; nil if there is none.
    mutating func takeSource(_ digest: Digest, usedBy others: [Digest] = []) -> SourceImage? {
        defer { if !others.contains(digest) { self[digest] = nil } }
        return self[digest]?.source
    }
}

extension RenderSubject {
    /// Whether the source or another image that was sent is a drawing, which may have texts.
    fileprivate var hasDrawings: Bool {
        ([source] + content.resources.values).contains { $0.header.format == .svg }
    }
}

extension RenderSubject.Content {
    /// Whether texts are drawn, such as the captions of a gallery.
    var hasTexts: Bool {
        switch self {
        case .effects: false
        case .scene(let scene, _, _): scene.hasTexts
        case .gallery: true
        }
    }
}
