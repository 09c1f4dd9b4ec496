// SPDX-License-Identifier: Apache-2.0

import CForeign

/// The words of a library about its failure, on the calling thread.
package enum ForeignMessage {
    /// The greatest length of a message, in bytes.
    package static let maximumByteCount = Int(cforeign_message_capacity) - 1

    /// Forgets the message of an earlier job.
    package static func clear() { cforeign_clear_message() }

    /// The message of the first failure since ``clear()``; empty if the library has said nothing.
    package static var current: String {
        // SAFETY: C keeps a string with its null byte for this thread; it is copied.
        unsafe String(cString: cforeign_message())
    }
}
