// SPDX-License-Identifier: Apache-2.0

import Codecs

extension Endpoint {
    /// Serves `GET /v1/version`.
    static let version = Endpoint(catalog: "/v1/version", "Get the versions of the program.") { _ in
        .version
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
