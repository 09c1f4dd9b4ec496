// SPDX-License-Identifier: Apache-2.0

/// The location of a value in a JSON text.
///
/// Reference: RFC 6901.
struct JSONPointer: Hashable, Sendable {
    /// The pointer as text, such as `/panes/0`; empty for the whole JSON text.
    let text: String

    /// The pointer to the whole JSON text.
    static let root = JSONPointer(text: "")

    /// The last name or index of the pointer, as it is escaped; empty for the whole JSON text.
    var lastName: String { text.split(separator: "/").last.map(String.init) ?? "" }

    /// The pointer to a member of the object at this location.
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

    /// The pointer to an element of the array at this location.
    func appending(_ index: Int) -> JSONPointer { JSONPointer(text: "\(text)/\(index)") }
}
