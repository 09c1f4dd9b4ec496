// SPDX-License-Identifier: Apache-2.0

/// The unguessable name of a link: 128 random bits in URL-safe base64, 22 characters.
struct LinkName: Hashable, Sendable {
    /// The name in base64, as it stands in the link's address.
    let text: String

    /// The number of characters in a name.
    static let length = 22

    /// Creates a name from a text of 22 characters of the alphabet; nil for any other.
    ///
    /// Spellings whose last character has surplus bits are names that no link has.
    init?(_ text: Substring) {
        guard text.utf8.count == Self.length, Self.bytes.containsAll(String(text)) else {
            return nil
        }
        self.text = String(text)
    }

    /// Creates a random name that nobody can guess.
    ///
    /// The system's generator is one for cryptography.
    static func random() -> LinkName {
        var system = SystemRandomNumberGenerator()
        var high = system.next()
        var low = system.next()
        let characters = (0..<length).map { _ in
            defer {
                low = low >> 6 | high << 58
                high >>= 6
            }
            return alphabet[Int(low & 63)]
        }
        guard let name = LinkName(String(decoding: characters, as: UTF8.self)[...]) else {
            preconditionFailure("a random name has another form")
        }
        return name
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    private static let bytes = ByteSet { alphabet.contains($0) }
}
