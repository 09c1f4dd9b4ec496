// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// A list of filters, materials, vibrancies or formats as JSON, which does not change while the program
/// runs.
struct CatalogDocument: Sendable {
    /// The JSON text.
    let bytes: [UInt8]

    /// The entity tag of the text.
    let entityTag: EntityTag

    /// Creates a catalog.
    ///
    /// - Parameter value: The content.
    init(_ value: JSONValue) {
        bytes = value.document
        entityTag = EntityTag(of: bytes)
    }
}

extension ImageService {
    /// Answers with a catalog.
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
