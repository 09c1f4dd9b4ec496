// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs

/// The first message of a sandboxed process, about its libraries and its sandbox.
struct ProcessGreeting: Hashable, Sendable {
    /// The reason why the libraries could not be loaded; nil if they are loaded.
    var error: ForeignError?

    /// The `errno` that tells why system calls are not filtered; 0 if they are filtered.
    var fenceError = 0

    /// The address space that the process needs without a job, with all fonts mapped, in bytes.
    var addressSpace = 0

    /// The versions of the libraries, with a hash of the fonts where texts are drawn.
    var identity = ""

    /// The number of 64-bit words in a greeting's message, the last of which hold the identity.
    static let wordCount = headCount + 25

    private static let mark: Int64 = 0x46_70_70_30
    private static let headCount = 4

    /// Creates a greeting without an error or an identity.
    init() {}

    /// The message that reports the greeting to the server, as 64-bit words.
    var words: [Int64] {
        [Self.mark, Int64(error?.rawValue ?? 0), Int64(fenceError), Int64(addressSpace)]
            + MessageText.words(identity, count: Self.wordCount - Self.headCount)
    }

    /// Reads a greeting from an untrusted message; nil if the message is malformed.
    init?(_ words: [Int64]) {
        guard words.count == Self.wordCount, words[0] == Self.mark,
            (0...1 << 56).contains(words[3])
        else { return nil }
        if words[1] != 0 {
            guard let code = Int32(exactly: words[1]), let known = ForeignError(rawValue: code)
            else { return nil }
            error = known
        }
        fenceError = Int(words[2])
        addressSpace = Int(words[3])
        identity = MessageText.text(words[Self.headCount...])
    }
}
