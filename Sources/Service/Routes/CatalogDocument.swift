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

extension ImageService {
    /// Answers with a catalog, which clients may cache for an hour.
    func answer(
        _ catalog: CatalogDocument,
        _ context: RequestContext
    ) throws(ServiceError) {
        try context.refuseParameters()
        let scope = configuration.tokens.isEmpty ? "public" : "private"
        try context.respond(
            catalog.bytes,
            tag: catalog.entityTag,
            [.contentType: "application/json", .cacheControl: "\(scope), max-age=3600"]
        )
    }
}
