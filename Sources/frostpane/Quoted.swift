// SPDX-License-Identifier: Apache-2.0

/// A foreign text in quotation marks, with control characters escaped for terminals.
struct Quoted: CustomStringConvertible {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    var description: String {
        let shown = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "'\(shown.joined())'"
    }
}
