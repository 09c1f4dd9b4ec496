// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform

/// A reason why a sandboxed process has not done a job; the process is dead then.
enum ProcessFailure: Error, Hashable, Sendable {
    /// The caller asked to stop, and the process was killed.
    case interrupted
    /// The process exited or was killed by a signal, with a status of wait(2).
    case crashed(Int32)
    /// The process broke the rules of its socket, such as by a malformed message, and was killed.
    case violated
    /// The system refused to pass messages, with an `errno`.
    case unreachable(Int32)

    /// Whether the system or an operator ended the process.
    ///
    /// SIGBUS comes from shared memory for which the system has no room.
    var isOfSystem: Bool {
        switch self {
        case .interrupted, .violated: false
        case .unreachable: true
        case .crashed(let status): [SIGKILL, SIGTERM, SIGBUS].contains(status & 0x7F)
        }
    }

    /// A description of the failure for the log.
    ///
    /// - Parameter process: The name of the process, such as *the codec process*.
    /// - Returns: A clause without a period.
    func words(of process: String) -> String {
        switch self {
        case .interrupted: "the result was no longer needed"
        case .violated: "\(process) sent a malformed message"
        case .unreachable(let code):
            "no messages reach \(process): \(Syscall.Failure(code: code).words)"
        case .crashed(let status):
            switch status & 0x7F {
            case 0: "\(process) ended by itself with status \(status >> 8 & 0xFF)"
            case SIGSYS: "\(process) was killed for a forbidden system call"
            case SIGXCPU: "\(process) was killed for its processor time"
            case let signal: "\(process) was killed by signal \(signal)"
            }
        }
    }
}
