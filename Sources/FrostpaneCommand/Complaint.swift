// SPDX-License-Identifier: Apache-2.0

import Service

/// An error that ends a command: sentences for people, and an exit code for scripts.
struct Complaint: Error, Equatable {
    let code: ExitCode
    let sentences: [String]
    /// The form of the lines; text for all commands but a server whose log is JSON.
    var format = Configuration.LogFormat.text

    init(_ code: ExitCode, _ sentences: [String]) {
        self.code = code
        self.sentences = sentences
    }

    init(_ code: ExitCode, _ sentence: String) {
        self.init(code, [sentence])
    }

    /// The same error, as lines of a log.
    func reported(as format: Configuration.LogFormat) -> Complaint {
        var complaint = self
        complaint.format = format
        return complaint
    }

    /// The lines for people.
    var text: String { sentences.map { "frostpane: \($0)\n" }.joined() }

    /// The lines for standard error.
    var lines: [UInt8] {
        switch format {
        case .text: Array(text.utf8)
        case .json: LogSink.errorLines(sentences, as: .json)
        }
    }
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
