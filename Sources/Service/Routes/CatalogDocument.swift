// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes

/// A list of what there is, as JSON, that stays the same as long as the program does.
struct CatalogDocument: Sendable {
    /// The text.
    let bytes: [UInt8]

    /// The tag of the text.
    let entityTag: EntityTag

    /// Writes down a catalog.
    ///
    /// - Parameter value: What it says.
    init(_ value: JSONValue) {
        bytes = value.bytes
        entityTag = EntityTag(of: bytes)
    }
}

extension ImageService {
    /// Hands out a catalog.
    func answer(
        _ catalog: CatalogDocument,
        _ context: RequestContext
    ) throws(ServiceError) {
        try context.refuseParameters()
        let scope = configuration.token == nil ? "public" : "private"
        try context.respond(
            catalog.bytes,
            tag: catalog.entityTag,
            [.contentType: "application/json", .cacheControl: "\(scope), max-age=3600"]
        )
    }
}
