// SPDX-License-Identifier: Apache-2.0

/// The syntax of a bearer token.
enum BearerTokenForm {
    /// Whether a text is a bearer token: 16 to 512 visible ASCII characters.
    static func accepts(_ text: String) -> Bool {
        (16...512).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
