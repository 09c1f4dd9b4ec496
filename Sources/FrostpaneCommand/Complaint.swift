// SPDX-License-Identifier: Apache-2.0

import Service

/// An error that ends a command: sentences for people, and an exit code for scripts.
struct Complaint: Error, Equatable {
    let code: ExitCode
    let sentences: [String]
    /// The format of the error lines: text, except for a server whose log is JSON.
    var format = Configuration.LogFormat.text

    init(_ code: ExitCode, _ sentences: [String]) {
        self.code = code
        self.sentences = sentences
    }

    init(_ code: ExitCode, _ sentence: String) {
        self.init(code, [sentence])
    }

    /// Returns the same error with the line format of a log.
    func reported(as format: Configuration.LogFormat) -> Complaint {
        var complaint = self
        complaint.format = format
        return complaint
    }

    /// The error as text for people, with one line for each sentence.
    var text: String { sentences.map { "frostpane: \($0)\n" }.joined() }

    /// The bytes to write to standard error, in the chosen format.
    var lines: [UInt8] {
        switch format {
        case .text: Array(text.utf8)
        case .json: LogSink.errorLines(sentences, as: .json)
        }
    }
}

/// A text from outside, such as an argument, in quotation marks and with control characters
/// escaped.
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
