// SPDX-License-Identifier: Apache-2.0

import Store

/// An entity tag: the identifier of a version of a representation, as in `ETag`.
///
/// Reference: RFC 9110, section 8.8.3.
struct EntityTag: Hashable, Sendable {
    /// The characters between the quotes.
    let opaque: String

    /// Whether the tag is weak: it only promises equivalent representations.
    let isWeak: Bool

    /// Creates a strong tag from the characters between its quotes.
    init(_ opaque: String) {
        self.opaque = opaque
        isWeak = false
    }

    /// Creates the strong tag of a representation from a hash of its bytes.
    init(of bytes: [UInt8]) { self.init(String(Digest(of: bytes).hex.prefix(32))) }

    /// Parses a tag in its quoted form; `nil` when it is malformed.
    init?(parsing text: Substring) {
        isWeak = text.hasPrefix("W/")
        let quoted = (isWeak ? text.dropFirst(2) : text).utf8
        guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""),
            quoted.last == UInt8(ascii: "\"")
        else { return nil }
        let content = quoted.dropFirst().dropLast()
        guard content.allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7f }) else { return nil }
        opaque = String(decoding: content, as: UTF8.self)
    }

    /// The quoted form of the tag, with `W/` if it is weak.
    var text: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }
}
