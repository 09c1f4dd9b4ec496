// SPDX-License-Identifier: Apache-2.0

import Store

/// The address of a stored scene: its digest, or a name that a caller chose for it.
enum SceneAddress: Hashable, Sendable {
    /// The SHA-256 of the canonical JSON text; the scene at this address never changes.
    case digest(Digest)
    /// A name, whose scene may be replaced.
    case name(String)

    /// The accepted names, in words that follow "takes" in an error text.
    static let form = "a name of 1 to 64 letters, digits and -._, or a digest"

    /// Parses a segment of a path; nil if it is neither a digest nor a name.
    init?(_ text: Substring) {
        if let digest = Digest(hex: text) {
            self = .digest(digest)
            return
        }
        // A path has no segments of dots, and 64 hexadecimal digits in another case are a digest's mistake.
        guard (1...64).contains(text.utf8.count), ByteSet.ofNames.containsAll(String(text)),
            !text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }),
            Digest(hex: text.lowercased()) == nil
        else { return nil }
        self = .name(String(text))
    }

    /// The segment of a path.
    var text: String {
        switch self {
        case .digest(let digest): digest.hex
        case .name(let name): name
        }
    }
}
