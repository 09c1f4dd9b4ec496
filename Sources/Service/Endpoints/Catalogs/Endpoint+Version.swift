// SPDX-License-Identifier: Apache-2.0

import Codecs
import HTTPTypes

extension Endpoint {
    /// Serves `GET /v1/version`.
    static let version = Endpoint(
        .get,
        .fixed("/v1/version"),
        "Get the versions of the program.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(.version, request)
    }
}

extension CatalogDocument {
    /// The versions of the program, of its engine, and of the libraries on which results depend.
    static let version = CatalogDocument(
        .object([
            ("name", .string("frostpane")),
            ("version", .string(Version.current)),
            ("engine", .string(RenderRequest.engineVersion)),
            ("libraries", .array(LibraryVersions.current.map { .string($0) })),
        ])
    )
}
