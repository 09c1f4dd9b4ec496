// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// HMAC with SHA-256, a proof that a text comes from an owner of a secret key.
///
/// Reference: RFC 2104.
package enum MessageAuthentication {
    /// Computes the code of a message.
    ///
    /// - Parameters:
    ///   - message: The bytes to prove.
    ///   - key: The secret key, of any length.
    /// - Returns: The thirty-two bytes of the code.
    package static func code(for message: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        // SAFETY: C is told the length of each buffer, and writes the 32 bytes that there is room for.
        let isDone = unsafe key.withUnsafeBufferPointer { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe code.withUnsafeMutableBufferPointer { code in
                    guard let start = code.baseAddress else { return Int32(0) }
                    return unsafe ccrypto_hmac_sha256(
                        key.baseAddress,
                        key.count,
                        message.baseAddress,
                        message.count,
                        start
                    )
                }
            }
        }
        precondition(isDone == 1, "libcrypto must have HMAC with SHA-256")
        return code
    }
}
