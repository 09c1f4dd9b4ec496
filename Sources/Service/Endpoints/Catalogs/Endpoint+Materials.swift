// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// Serves `GET /v1/materials`.
    static let materials = Endpoint(catalog: "/v1/materials", "List the materials.") { _ in
        .materials
    }
}
