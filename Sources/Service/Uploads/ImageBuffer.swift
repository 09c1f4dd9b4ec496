// SPDX-License-Identifier: Apache-2.0

import Codecs
import Store

/// The bytes of a picture as they arrive; it hashes them and recognizes the format early.
struct ImageBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The greatest length of the picture, in bytes.
    let limit: Int
    private var hasher = DigestHasher()
    private var isRecognized = false
    /// The number of bytes from which on the format is looked for.
    private var leastByteCount = ContentFinding.byteCount
    /// The greatest number of bytes before the first element of a drawing.
    private static let prologLimit = 256 << 10

    /// The length in bytes from which on capacity is reserved for the whole body at once.
    ///
    /// It bounds the address space that a client can have reserved for the bytes that it sends.
    static let longBody = 256 << 10

    /// Creates an empty buffer.
    ///
    /// - Parameter limit: The greatest length of the picture, in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reserves capacity for the whole picture, in bytes.
    mutating func reserve(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Appends the next bytes of the picture, and hashes them.
    ///
    /// - Throws: ``UploadError/imageTooLarge(limit:)``, or ``UploadError/notAnImage(_:)`` as
    ///   soon as the first bytes show it.
    mutating func append(_ piece: Span<UInt8>) throws(UploadError) {
        guard piece.count <= limit - bytes.count else { throw .imageTooLarge(limit: limit) }
        hasher.update(piece)
        bytes.append(contentsOf: piece)
        guard !isRecognized, bytes.count >= leastByteCount else { return }
        if bytes.count < Self.prologLimit, ImageFormat.needsMore(bytes.span) {
            leastByteCount = 2 * bytes.count
            return
        }
        try recognize()
    }

    /// Ends the picture, checks its format, and returns its digest.
    ///
    /// - Returns: Its digest.
    /// - Throws: ``UploadError/missing`` or ``UploadError/notAnImage(_:)``.
    mutating func finish() throws(UploadError) -> Digest {
        guard !bytes.isEmpty else { throw .missing }
        if !isRecognized { try recognize() }
        // Half of a short body's capacity may be unused. A long one's takes no memory until it is
        // used, and copying the bytes would take time.
        if bytes.count <= Self.longBody, bytes.capacity - bytes.count > bytes.count / 8 {
            trim()
        }
        return hasher.finish()
    }

    private mutating func trim() {
        var exact: [UInt8] = []
        exact.reserveCapacity(bytes.count)
        exact.append(contentsOf: bytes)
        bytes = exact
    }

    private mutating func recognize() throws(UploadError) {
        if let finding = ContentFinding(bytes.span) {
            throw .notAnImage(finding)
        }
        isRecognized = true
    }
}
