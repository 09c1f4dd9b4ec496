// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// A list of filters, materials, vibrancies, formats or presets as JSON, with its entity tag.
struct CatalogDocument: Sendable {
    /// The JSON text in UTF-8.
    let bytes: [UInt8]

    /// The entity tag of the JSON text.
    let entityTag: EntityTag

    /// Creates a catalog from its JSON value.
    ///
    /// - Parameter value: The content.
    init(_ value: JSONValue) {
        bytes = value.document
        entityTag = EntityTag(of: bytes)
    }
}

extension Endpoint {
    /// Creates the row of a catalog, which clients may cache for an hour.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - summary: The use of the endpoint, as openapi.yaml summarizes it.
    ///   - document: Makes the catalog.
    init(
        catalog path: String,
        _ summary: String,
        document: @escaping @Sendable (ImageService) -> CatalogDocument
    ) {
        self.init(.get, .fixed(path), summary, publicFrom: .all) {
            _,
            request,
            service async throws(ServiceError) in
            try request.refuseParameters()
            let scope = service.access.hasTokens ? "private" : "public"
            let catalog = document(service)
            return try request.response(
                catalog.bytes,
                tag: catalog.entityTag,
                [.contentType: "application/json", .cacheControl: "\(scope), max-age=3600"]
            )
        }
    }
}
