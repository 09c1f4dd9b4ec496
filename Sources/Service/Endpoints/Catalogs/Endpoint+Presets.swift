// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// Serves `GET /v1/presets`.
    static let presets = Endpoint(catalog: "/v1/presets", "List the presets.") {
        CatalogDocument($0.access.presets)
    }
}
