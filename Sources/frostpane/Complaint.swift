// SPDX-License-Identifier: Apache-2.0

/// Why a command cannot go on: sentences for people, and a code for scripts.
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

    /// The lines as standard error gets them.
    var text: String { sentences.map { "frostpane: \($0)\n" }.joined() }
}
