// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Platform

extension Endpoint {
    /// Serves `GET /v1/status`.
    static let status = Endpoint(
        .get,
        .fixed("/v1/status"),
        "Get the state of the service.",
        needs: .scope(.metrics),
        isOfMonitoring: true
    ) { _, request, service async throws(ServiceError) in
        try request.refuseParameters()
        let document = try await service.monitoring.queue.run { () throws(ServiceError) in
            service.snapshot.document.document
        }
        return Response(
            .ok,
            [.contentType: "application/json", .cacheControl: "no-store"],
            body: .bytes(document)
        )
    }
}
