// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Platform

extension Endpoint {
    /// Serves `GET /metrics`.
    ///
    /// The values are collected on a queue of their own: it takes about a millisecond, and must
    /// work while all workers are busy.
    static let metrics = Endpoint(
        .get,
        .fixed("/metrics"),
        "Get the values of all instruments.",
        needs: .scope(.metrics),
        isOfMonitoring: true
    ) { _, request, service async throws(ServiceError) in
        try request.refuseParameters()
        let monitoring = service.monitoring
        let text = try await monitoring.queue.run { () throws(ServiceError) in
            PrometheusText(of: monitoring.metrics.families, service.snapshot).text
        }
        return Response(
            .ok,
            [.contentType: PrometheusText.mediaType, .cacheControl: "no-store"],
            body: .bytes(Array(text.utf8))
        )
    }
}
