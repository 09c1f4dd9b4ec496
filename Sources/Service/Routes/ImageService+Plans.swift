// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Store

extension ImageService {
    /// Answers with the description of a rendering, in place of the pixels.
    ///
    /// Nothing is decoded or rendered.
    func answerPlan(
        of request: RenderRequest,
        to context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let isKept = originals.original(for: request.digest) != nil
        let document = PlanDocument(request: request, isKept: isKept).json.bytes
        var fields: HTTPFields = [
            .contentType: "application/json",
            .cacheControl: context.isRead ? "no-cache" : "no-store",
            .vary: request.vary,
        ]
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        fields[.reducedTransparency] = request.reducedTransparency
        try context.respond(document, tag: EntityTag(of: document), fields)
    }
}
