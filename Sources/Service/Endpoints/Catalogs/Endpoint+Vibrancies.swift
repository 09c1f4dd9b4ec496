// SPDX-License-Identifier: Apache-2.0

extension Endpoint {
    /// Serves `GET /v1/vibrancies`.
    static let vibrancies = Endpoint(catalog: "/v1/vibrancies", "List the vibrancies.") { _ in
        .vibrancies
    }
}
