// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Store

/// Compares a body with the digests that its client states.
///
/// Uploads have no content coding, so content and representation are the same bytes.
struct ContentVerifier: Sendable {
    private var stated: [(field: String, digests: [DigestField.Algorithm: [UInt8]])] = []
    private var sha256: IncrementalHash?
    private var sha512: IncrementalHash?

    /// Parses the fields `Content-Digest` and `Repr-Digest` of a request.
    ///
    /// - Throws: ``UploadError/malformedDigest(field:)``.
    init(_ fields: HTTPFields) throws(UploadError) {
        for name in [HTTPField.Name.contentDigest, .reprDigest] {
            guard let value = fields[name] else { continue }
            guard let field = DigestField(value) else {
                throw .malformedDigest(field: name.rawName)
            }
            stated.append((name.rawName, field.digests))
            if field.digests[.sha256] != nil { sha256 = IncrementalHash(.sha256) }
            if field.digests[.sha512] != nil { sha512 = IncrementalHash(.sha512) }
        }
    }

    /// Hashes the next bytes of the body.
    mutating func update(_ bytes: Span<UInt8>) {
        sha256?.update(bytes)
        sha512?.update(bytes)
    }

    /// Compares the digests of the whole body with the stated ones.
    ///
    /// - Throws: ``UploadError/digestMismatch(field:)``.
    func finish() throws(UploadError) {
        let actual: [DigestField.Algorithm: [UInt8]?] = [
            .sha256: sha256?.finish(), .sha512: sha512?.finish(),
        ]
        for (field, digests) in stated {
            for (algorithm, digest) in digests where actual[algorithm] != .some(digest) {
                throw .digestMismatch(field: field)
            }
        }
    }
}
