// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A hash of bytes that arrive in pieces, computed by libcrypto.
package struct IncrementalHash: Sendable {
    /// The hash functions that the service and S3 use.
    package enum Function: Sendable {
        /// SHA-256, with digests of 32 bytes.
        case sha256
        /// SHA-512, with digests of 64 bytes.
        case sha512
        /// MD5, with digests of 16 bytes, for the entity tags of S3; it protects nothing.
        case md5

        fileprivate var code: ccrypto_function {
            switch self {
            case .sha256: CCRYPTO_SHA256
            case .sha512: CCRYPTO_SHA512
            case .md5: CCRYPTO_MD5
            }
        }

        fileprivate var byteCount: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            case .md5: 16
            }
        }
    }

    private let function: Function
    private var context: Context

    /// Creates a hash of no bytes yet, or nil if the system's libcrypto refuses the function.
    package init?(_ function: Function) {
        // SAFETY: the new context is owned by the object alone.
        guard let context = unsafe Context(ccrypto_hash_create(function.code)) else { return nil }
        self.function = function
        self.context = context
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        if !isKnownUniquelyReferenced(&context) { context = context.copy() }
        context.update(bytes)
    }

    /// Returns the digest of all bytes added so far; more bytes may follow.
    package func finish() -> [UInt8] {
        context.digest(byteCount: function.byteCount)
    }
}

/// The owner of a context of libcrypto, which copies of a hash share until one of them changes.
@safe
private final class Context {
    // SAFETY: owned by this object alone, and freed in `deinit`.
    private let handle: OpaquePointer

    init?(_ handle: OpaquePointer?) {
        // SAFETY: the caller gives the handle away.
        guard let handle = unsafe handle else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        // SAFETY: nothing else has the handle.
        unsafe ccrypto_hash_destroy(handle)
    }

    func copy() -> Context {
        // SAFETY: the copy is a handle of its own, owned by the new object.
        guard let copy = unsafe Context(ccrypto_hash_copy(handle)) else {
            preconditionFailure("no memory for a hash")
        }
        return copy
    }

    func update(_ bytes: Span<UInt8>) {
        // SAFETY: the pointer is valid for the bytes of the span during the call, and is not kept.
        let isDone = unsafe bytes.withUnsafeBytes { buffer in
            unsafe ccrypto_hash_update(handle, buffer.baseAddress, buffer.count)
        }
        precondition(isDone == 1, "libcrypto cannot hash")
    }

    func digest(byteCount: Int) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        // SAFETY: the array has room for a digest of the context's function.
        let isDone = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return Int32(0) }
            return unsafe ccrypto_hash_finish(handle, start)
        }
        precondition(isDone == 1, "libcrypto cannot hash")
        return digest
    }
}

// SAFETY: only the owner of an unshared context changes it; shared ones are only read.
extension Context: @unchecked Sendable {}
