// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Store

/// A secret key for signing addresses, with its name, which signed addresses state.
package struct SigningKey: Hashable, Sendable {
    /// The name of the key, which signed addresses state as `key-id`.
    package let id: String

    private let secret: String

    /// Parses a line of a key file, such as `web 4c1f0e0b7d5a4e6c9a2f81d3b7e65c40`.
    ///
    /// The line has no blanks around it.
    ///
    /// The bytes of the text are the key: it is not decoded.
    package init(line: Substring) throws(SigningKeyFault) {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard words.count == 2, CallerName.accepts(words[0]) else { throw .form }
        guard (32...512).contains(words[1].utf8.count),
            words[1].utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw .secret }
        (id, secret) = (words[0], words[1])
    }

    /// Computes the signature of a text, an HMAC with SHA-256, in URL-safe base64 without padding.
    ///
    /// Reference: RFC 2104, with SHA-256; RFC 4648, section 5.
    func signature(of text: String) -> String {
        let code = MessageAuthentication.code(for: Array(text.utf8), key: Array(secret.utf8))
        return Data(code).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// The name of the key, never its secret, so that it can be printed.
    package var description: String { "signing key \(id)" }

    /// A mirror for debuggers that leaves out the secret.
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// An error in a line of a file of signing keys; none holds a part of a secret.
package enum SigningKeyFault: Error, Hashable, Sendable {
    /// The line is not a name and a key.
    case form
    /// The key is shorter than 32 characters, longer than 512, or not visible ASCII.
    case secret
    /// An earlier line has the same name.
    case known

    /// An error text that says what a line must look like.
    var sentence: String {
        switch self {
        case .form: "a line is a name of \(CallerName.allowed), a blank and a key"
        case .secret:
            "a key has 32 to 512 visible ASCII characters, as 'openssl rand -hex 32' prints"
        case .known: "an earlier key has the same name"
        }
    }
}
