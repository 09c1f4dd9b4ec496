// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Store

extension ImageService {
    /// Answers with what would be done, in place of the pixels.
    ///
    /// Nothing is decoded or rendered for it.
    func answerPlan(
        of request: RenderRequest,
        to context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let isKept = originals.original(for: request.digest) != nil
        let document = PlanDocument(request: request, isKept: isKept).json.bytes
        let tag = EntityTag(of: document)
        var fields: HTTPFields = [
            .contentType: "application/json",
            .cacheControl: context.isRead ? "no-cache" : "no-store",
            .eTag: tag.text, .vary: request.vary,
        ]
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        guard context.isRead else { return context.respond(.ok, fields, body: .bytes(document)) }
        switch context.preconditions.outcome(current: tag, isRead: true) {
        case .failed: throw .preconditionFailed
        case .notModified: context.respondNotModified(fields)
        case .proceed: context.respond(.ok, fields, body: .bytes(document))
        }
    }
}
