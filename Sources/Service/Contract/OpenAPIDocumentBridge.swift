// SPDX-License-Identifier: Apache-2.0

import COpenAPI

/// The contract of the HTTP API: openapi.yaml, embedded in the program, and the same as JSON.
enum OpenAPIDocument {
    /// The contents of openapi.yaml.
    static let bytes: [UInt8] = {
        // SAFETY: the C target owns a constant of exactly this many bytes for the life of the
        // program; they are copied before the pointer leaves this closure.
        unsafe Array(
            UnsafeBufferPointer(start: copenapi_document(), count: copenapi_byte_count())
        )
    }()

    /// The contents of openapi.yaml, compressed on the first request for them.
    static let yaml = CompressedDocument(bytes)

    /// The contract as JSON, converted on the first request for it.
    ///
    /// Generators of clients refuse YAML with so many aliases; here each is a copy.
    static let json: CompressedDocument = {
        do throws(YAMLFault) {
            let value = try YAMLReader.read(String(decoding: bytes, as: UTF8.self))
            return CompressedDocument(value.document)
        } catch {
            preconditionFailure("openapi.yaml cannot be read at line \(error.line)")
        }
    }()
}
