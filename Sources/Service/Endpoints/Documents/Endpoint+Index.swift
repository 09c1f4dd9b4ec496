// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

extension Endpoint {
    /// Serves `GET /`: links to the other addresses, or, if a browser asks, a start page.
    ///
    /// The page needs no token: it holds nothing of the server, and asks for the token itself.
    static let index = Endpoint(
        .get,
        .fixed("/"),
        "List the addresses to begin with.",
        needs: .nothing
    ) { _, request, service async throws(ServiceError) in
        try request.refuseParameters()
        if StartPage.isPreferred(by: request.accept) {
            return try request.response(
                StartPage.bytes,
                tag: StartPage.entityTag,
                [
                    .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache",
                    .vary: "Accept", .contentSecurityPolicy: StartPage.policy,
                ]
            )
        }
        try request.authorize()
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string("frostpane"))
        ]
        for (name, path) in [
            ("contract", "/openapi.yaml"), ("render", "/v1/render"), ("images", "/v1/images"),
            ("links", "/v1/links"), ("scenes", "/v1/scenes"),
            ("sources", "/v1/sources/{name}/{path}/render"),
            ("legibility", "/v1/legibility"),
            ("placeholder", "/v1/images/{digest}/placeholder"),
            ("gallery", "/v1/gallery/{digest}"), ("filters", "/v1/filters"),
            ("materials", "/v1/materials"), ("vibrancies", "/v1/vibrancies"),
            ("formats", "/v1/formats"), ("presets", "/v1/presets"), ("version", "/v1/version"),
        ] { members.append((name, .string(request.address(of: path)))) }
        return Response(
            .ok,
            [.contentType: "application/json", .cacheControl: "no-cache", .vary: "Accept"],
            body: .bytes(JSONValue.object(members).document)
        )
    }
}
