// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// Serves `GET /v1/formats`.
    static let formats = Endpoint(catalog: "/v1/formats", "List the formats.") { _ in .formats }
}
