// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPServer
import HTTPTypes
import Store

extension ImageService {
    /// Answers with a JSON description of a rendering instead of the picture.
    ///
    /// Nothing is decoded or rendered.
    func answerPlan(
        of request: RenderRequest,
        to context: RequestContext,
        _ table: LegibilityTable? = nil
    ) throws(ServiceError) {
        let address = context.address(of: "/v1/images/\(request.digest.hex)")
        let original = isKnown(request.digest) ? address : nil
        let document = PlanDocument(
            request: request,
            original: original,
            preset: context.preset
        ).json.document
        var fields: HTTPFields = [
            .contentType: PlanDocument.mediaType,
            .cacheControl: context.isRead ? "no-cache" : "no-store",
        ]
        fields[.vary] = request.vary
        fields[.acceptCH] = request.askedHints
        fields[.legibility] = table?.fieldValue
        fields[.reducedTransparency] = request.reducedTransparency
        try context.respond(document, tag: EntityTag(of: document), fields)
    }
}
