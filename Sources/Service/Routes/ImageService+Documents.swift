// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Rendering
import Store

extension ImageService {
    /// Answers with links to the other addresses.
    func answerIndex(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        let body = JSONValue.object([
            ("name", .string("frostpane")),
            ("contract", .string("/openapi.yaml")),
            ("render", .string("/v1/render")),
            ("images", .string("/v1/images")),
            ("legibility", .string("/v1/legibility")),
            ("gallery", .string("/v1/gallery/{digest}")),
            ("filters", .string("/v1/filters")),
            ("materials", .string("/v1/materials")),
            ("vibrancies", .string("/v1/vibrancies")),
        ])
        context.respond(
            .ok,
            [.contentType: "application/json", .cacheControl: "no-cache"],
            body: .bytes(body.bytes)
        )
    }

    /// Answers that the process is alive; needs no worker and no token.
    func answerHealth(_ context: RequestContext) {
        context.respond(
            .ok,
            [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("ok\n".utf8))
        )
    }

    /// Answers whether the service accepts requests.
    func answerReadiness(_ context: RequestContext, isDraining: Bool) {
        if isDraining { return context.fail(.admission(.shuttingDown)) }
        // Both conditions: a short burst is no reason to send requests elsewhere. And when requests
        // go elsewhere, no admission would end the series of refusals.
        if saturation.isSaturated(), let error = saturationNow {
            return context.fail(.admission(error))
        }
        context.respond(
            .ok,
            [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("ready\n".utf8))
        )
    }

    /// Answers with the contract.
    func answerContract(_ context: RequestContext) throws(ServiceError) {
        try context.refuseParameters()
        try context.respond(
            OpenAPIDocument.bytes,
            tag: OpenAPIDocument.entityTag,
            [.contentType: "application/yaml", .cacheControl: "no-cache"]
        )
    }
}
