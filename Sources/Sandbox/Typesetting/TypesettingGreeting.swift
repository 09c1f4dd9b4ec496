// SPDX-License-Identifier: Apache-2.0

/// The first message of a typesetting process, about its libraries, its fonts and its sandbox.
struct TypesettingGreeting: Hashable, Sendable {
    /// The versions of the libraries and a hash of the fonts; nil if they could not be loaded.
    var identity: String?

    /// The `errno` that tells why system calls are not filtered; 0 if they are filtered.
    var fenceError = 0

    /// The address space that the process needs without a text, with all fonts mapped, in bytes.
    var addressSpace = 0

    /// The number of 64-bit words in a greeting's message, the last of which hold the identity.
    static let wordCount = headCount + 25

    private static let mark: Int64 = 0x46_70_74_30
    private static let headCount = 3

    /// Creates a greeting without an identity.
    init() {}

    /// The message that reports the greeting to the server, as 64-bit words.
    var words: [Int64] {
        [Self.mark, Int64(fenceError), Int64(addressSpace)]
            + MessageText.words(identity ?? "", count: Self.wordCount - Self.headCount)
    }

    /// Reads a greeting from a message; nil if the message is malformed.
    init?(_ words: [Int64]) {
        guard words.count == Self.wordCount, words[0] == Self.mark, words[2] >= 0 else {
            return nil
        }
        fenceError = Int(words[1])
        addressSpace = Int(words[2])
        let text = MessageText.text(words[Self.headCount...])
        if !text.isEmpty { identity = text }
    }
}
