// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import RawStructuredFieldValues

/// The digests in `Content-Digest` and `Repr-Digest`, which a client states for its body.
///
/// Reference: RFC 9530, sections 2, 3 and 5; RFC 9651 for the syntax.
struct DigestField: Hashable, Sendable {
    /// The supported hash algorithms; others are ignored, as the RFC demands.
    enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// SHA-256.
        case sha256 = "sha-256"
        /// SHA-512.
        case sha512 = "sha-512"

        /// The length of a digest, in bytes.
        var byteCount: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// The digests that the client states, by algorithm.
    let digests: [Algorithm: [UInt8]]

    /// Parses a field value; `nil` when it is not a dictionary of byte sequences, or a digest does
    /// not have the length of its algorithm.
    init?(_ value: String) {
        var parser = StructuredFieldValueParser(Array(value.utf8))
        guard let dictionary = try? parser.parseDictionaryFieldValue() else { return nil }
        var digests: [Algorithm: [UInt8]] = [:]
        for (key, member) in dictionary {
            guard case .item(let item) = member,
                case .undecodedByteSequence(let text) = item.rfc9651BareItem
            else { return nil }
            guard let algorithm = Algorithm(rawValue: key) else { continue }
            guard let bytes = Data(base64Encoded: text), bytes.count == algorithm.byteCount else {
                return nil
            }
            digests[algorithm] = Array(bytes)
        }
        self.digests = digests
    }
}
