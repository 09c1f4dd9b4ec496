// SPDX-License-Identifier: Apache-2.0

import Platform

/// The standard output and the standard error of the program.
enum Streams {
    /// Writes a text to standard output; throws a complaint if that fails.
    static func print(_ text: String) throws(Complaint) -> ExitCode {
        try print(Array(text.utf8))
    }

    /// Writes bytes to standard output; throws a complaint if that fails.
    static func print(_ bytes: [UInt8]) throws(Complaint) -> ExitCode {
        do {
            try Syscall.write(bytes, to: 1)
            return .success
        } catch {
            throw Complaint(.inputOutput, "cannot write to standard output: \(error.words)")
        }
    }

    /// Writes a text to standard error; ignores failures, because no other stream is left to report
    /// them.
    static func tell(_ text: String) { tell(Array(text.utf8)) }

    /// Writes bytes to standard error; ignores failures.
    static func tell(_ bytes: [UInt8]) { try? Syscall.write(bytes, to: 2) }
}
