// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Platform

extension Endpoint {
    /// Serves `GET /openapi.yaml`.
    static let contract = Endpoint(
        contract: "/openapi.yaml",
        "Get this document.",
        as: "application/yaml"
    ) { OpenAPIDocument.yaml }

    /// Serves `GET /openapi.json`.
    static let contractJSON = Endpoint(
        contract: "/openapi.json",
        "Get this document as JSON, without anchors and aliases.",
        as: "application/json"
    ) { OpenAPIDocument.json }

    /// Creates the row of a form of the contract, which the first request for it converts and compresses.
    private init(
        contract path: String,
        _ summary: String,
        as mediaType: String,
        _ document: @escaping @Sendable () -> CompressedDocument
    ) {
        self.init(.get, .fixed(path), summary, publicFrom: .all) {
            _,
            request,
            service async throws(ServiceError) in
            try request.refuseParameters()
            // Not on an event loop, as the first request takes tens of milliseconds.
            let made = try await service.monitoring.queue.run { () throws(ServiceError) in
                document()
            }
            return try request.response(
                made,
                [.contentType: mediaType, .cacheControl: "no-cache"]
            )
        }
    }
}
