// SPDX-License-Identifier: Apache-2.0

import Codecs
import Store

/// The bytes of a picture while they arrive: hashed, looked at early, within a budget.
struct ImageBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    private var hasher = DigestHasher()
    private var isRecognized = false

    /// Makes room for a stated number of bytes.
    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Takes the next bytes.
    ///
    /// - Throws: ``UploadError/notAnImage(finding:)`` as soon as the first bytes show it.
    mutating func append(_ piece: Span<UInt8>) throws(UploadError) {
        hasher.update(piece)
        bytes.append(contentsOf: piece)
        guard !isRecognized, bytes.count >= ContentFinding.byteCount else { return }
        try recognize()
    }

    /// Says that the picture is complete.
    ///
    /// - Returns: Its digest.
    /// - Throws: ``UploadError/missing`` or ``UploadError/notAnImage(finding:)``.
    mutating func finish() throws(UploadError) -> Digest {
        guard !bytes.isEmpty else { throw .missing }
        if !isRecognized { try recognize() }
        return hasher.finish()
    }

    private mutating func recognize() throws(UploadError) {
        if let finding = ContentFinding.refusal(of: bytes.span) {
            throw .notAnImage(finding: finding)
        }
        isRecognized = true
    }
}
