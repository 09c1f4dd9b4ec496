// SPDX-License-Identifier: Apache-2.0

import Codecs
import ForeignCodecs
import Platform

/// The libraries that the first process of each format has found, and the calls that the system refuses.
struct CodecCensus: Sendable {
    /// The first message of each process, by the name of the format, or the reason why there is none.
    var answers: [String: Result<ProcessGreeting, ProcessFailure>] = [:]

    /// The `errno` that tells why memory and processor time cannot be limited, or 0 if they can.
    var limitError: Int32 = 0

    /// Whether the system has memory whose size nobody can change.
    var hasSealedMemory = true

    /// The greeting of a format's process; nil if the library is missing or no process starts.
    func greeting(of format: String) -> ProcessGreeting? {
        guard case .success(let greeting)? = answers[format], greeting.error == nil else {
            return nil
        }
        return greeting
    }

    /// The formats whose process did not start, with the reasons, in alphabetical order.
    var failures: [(format: String, reason: ProcessFailure)] {
        answers.compactMap { format, answer in
            if case .failure(let failure) = answer { (format, failure) } else { nil }
        }.sorted { $0.format < $1.format }
    }

    /// The `errno` that tells why system calls are not filtered, or 0 if they are; nil without a process.
    var fenceError: Int? {
        answers.keys.sorted().lazy.compactMap { greeting(of: $0) }.first?.fenceError
    }

    /// The isolation of codecs in processes.
    var protection: CodecProtection {
        guard let fenceError else {
            guard let failure = failures.first else { return .sandbox }
            return .unavailable(reason: failure.reason.words(of: .codecs))
        }
        var missing: [String] = []
        if fenceError != 0 {
            // libseccomp is loaded on demand.
            let reason =
                fenceError == 2
                ? "libseccomp.so.2 is not installed" : Self.words(ofErrno: Int32(fenceError))
            missing.append("a filter of system calls (\(reason))")
        }
        if limitError != 0 {
            missing.append("limits of memory and time (\(Self.words(ofErrno: limitError)))")
        }
        if !hasSealedMemory { missing.append("memory of a fixed size (memfd_create is refused)") }
        return missing.isEmpty ? .sandbox : .processes(without: missing)
    }

    private static func words(ofErrno code: Int32) -> String { Syscall.Failure(code: code).words }
}
