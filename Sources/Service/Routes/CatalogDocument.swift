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
        let scope = !access.hasTokens ? "public" : "private"
        try context.respond(
            catalog.bytes,
            tag: catalog.entityTag,
            [.contentType: "application/json", .cacheControl: "\(scope), max-age=3600"]
        )
    }
}

extension Endpoint {
    /// Serves `GET /v1/filters`.
    static let filters = Endpoint(
        .get,
        .fixed("/v1/filters"),
        "List the filters.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(.filters, request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/materials`.
    static let materials = Endpoint(
        .get,
        .fixed("/v1/materials"),
        "List the materials.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(.materials, request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/vibrancies`.
    static let vibrancies = Endpoint(
        .get,
        .fixed("/v1/vibrancies"),
        "List the vibrancies.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(.vibrancies, request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/formats`.
    static let formats = Endpoint(
        .get,
        .fixed("/v1/formats"),
        "List the formats.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(.formats, request)
    }
}

extension Endpoint {
    /// Serves `GET /v1/presets`.
    static let presets = Endpoint(
        .get,
        .fixed("/v1/presets"),
        "List the presets.",
        publicFrom: .all
    ) { _, request, service throws(ServiceError) in
        try service.answer(CatalogDocument(service.access.presets), request)
    }
}
