// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

extension Endpoint {
    /// Serves `GET /healthz`: the process is alive.
    static let health = Endpoint(
        .get,
        .fixed("/healthz"),
        "Check whether the process is alive.",
        needs: .nothing,
        isOfMonitoring: true,
        isProbe: true
    ) { _, _, _ async throws(ServiceError) in
        Response(
            .ok,
            [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array("ok\n".utf8))
        )
    }
}
