// SPDX-License-Identifier: Apache-2.0

/// An error that ends a command: sentences for people, and an exit code for scripts.
struct Complaint: Error, Equatable {
    let code: ExitCode
    let sentences: [String]

    init(_ code: ExitCode, _ sentences: [String]) {
        self.code = code
        self.sentences = sentences
    }

    init(_ code: ExitCode, _ sentence: String) {
        self.init(code, [sentence])
    }

    /// The lines for standard error.
    var text: String { sentences.map { "frostpane: \($0)\n" }.joined() }
}

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
            // Foreign: Unicode.GeneralCategory
            default: String(scalar)
            }
        }
        return "'\(shown.joined())'"
    }
}
