// SPDX-License-Identifier: Apache-2.0

/// The place of a value in a JSON text.
///
/// Reference: RFC 6901.
struct JSONPointer: Hashable, Sendable {
    /// The pointer as it is written; empty for the whole text.
    let text: String

    /// The whole text.
    static let root = JSONPointer(text: "")

    /// The place of a member of the object here.
    func appending(_ name: String) -> JSONPointer {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return JSONPointer(text: "\(text)/\(escaped)")
    }

    /// The place of an element of the array here.
    func appending(_ index: Int) -> JSONPointer { JSONPointer(text: "\(text)/\(index)") }
}
