// SPDX-License-Identifier: Apache-2.0

import COpenAPI
import HTTPTypes

/// A document with its gzip file, which is sent to clients that accept it.
struct CompressedDocument: Sendable {
    /// The document.
    let bytes: [UInt8]

    /// The entity tag of the document.
    let entityTag: EntityTag

    /// The document as a gzip file, with a tag of its own; nil if it would not be shorter.
    let gzip: (bytes: [UInt8], entityTag: EntityTag)?

    /// Compresses a document.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        entityTag = EntityTag(of: bytes)
        // SAFETY: the call reads and writes within the two arrays, and returns how much it has written.
        let gzip = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let from = bytes.baseAddress, let into = buffer.baseAddress else { return 0 }
                return unsafe copenapi_gzip(from, bytes.count, into, buffer.count)
            }
        }
        self.gzip = gzip.isEmpty ? nil : (gzip, EntityTag(of: gzip))
    }
}

extension RequestContext {
    /// Makes the response with a document, compressed if the client accepts that.
    func response(
        _ document: CompressedDocument,
        _ fields: HTTPFields
    ) throws(ServiceError) -> Response {
        var fields = fields
        fields[.vary] = HTTPField.Name.acceptEncoding.rawName
        guard let gzip = document.gzip,
            AcceptEncodingField.acceptsGzip(request.headerFields.value(of: .acceptEncoding))
        else { return try response(document.bytes, tag: document.entityTag, fields) }
        fields[.contentEncoding] = "gzip"
        return try response(gzip.bytes, tag: gzip.entityTag, fields)
    }
}
