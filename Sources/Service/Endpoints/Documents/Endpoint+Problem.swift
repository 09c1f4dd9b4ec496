// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension Endpoint {
    /// Serves `GET /problems/{problem}`.
    static let problem = Endpoint(
        .get,
        .problem("/problems/{problem}"),
        "Read what a problem means, and what to do about it.",
        needs: .nothing
    ) { type, request, _ async throws(ServiceError) in
        try request.refuseParameters()
        let page = ProblemPage(type)
        return try request.response(
            page.bytes,
            tag: page.entityTag,
            [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "public, max-age=3600",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
            ]
        )
    }
}
