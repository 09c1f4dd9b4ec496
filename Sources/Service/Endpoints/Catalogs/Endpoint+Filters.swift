// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// Serves `GET /v1/filters`.
    static let filters = Endpoint(catalog: "/v1/filters", "List the filters.") { _ in .filters }
}
