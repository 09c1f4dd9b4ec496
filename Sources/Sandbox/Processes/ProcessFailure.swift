// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Platform

/// A reason why a sandboxed process has not done a job; the process is dead then.
enum ProcessFailure: Error, Hashable, Sendable {
    /// The process could not be started, or was not ready for jobs, for a reason in words.
    case notStarted(reason: String)
    /// The process could not load its libraries.
    case unloaded
    /// The caller asked to stop, and the process was killed.
    case interrupted
    /// The process exited or was killed by a signal, with a status of wait(2).
    case crashed(Int32)
    /// The job took more processor time than it may, and the process was killed.
    case overran
    /// An allocation of the process failed, and it was killed, because libraries lose what they hold then.
    case lackedMemory
    /// The process broke the rules of its socket, such as by a malformed message, and was killed.
    case violated
    /// The system refused to pass messages, with an `errno`.
    case unreachable(Int32)

    /// Creates a failure from the status of wait(2) of a process that has ended.
    init(status: Int32) {
        if status & 0x7F == SIGXCPU {
            self = .overran
            return
        }
        let isOfMemory = status & 0x7F == 0 && status >> 8 & 0xFF == Int32(csandbox_memory_status)
        self = isOfMemory ? .lackedMemory : .crashed(status)
    }

    /// Whether the system or an operator ended the process, so that its job need not be the cause.
    ///
    /// SIGBUS comes from shared memory for which the system has no room.
    var isOfSystem: Bool {
        switch self {
        case .interrupted, .violated, .lackedMemory, .overran: false
        case .notStarted, .unloaded, .unreachable: true
        case .crashed(let status): [SIGKILL, SIGTERM, SIGBUS].contains(status & 0x7F)
        }
    }

    /// A description of the failure for the log.
    ///
    /// - Parameter kind: The kind of the process.
    /// - Returns: A clause without a period.
    func words(of kind: ProcessKind) -> String {
        let process = "the \(kind.name)"
        return switch self {
        case .notStarted(let reason): "no \(kind.name) could be started: \(reason)"
        case .unloaded: "\(process) could not load its libraries"
        case .interrupted: "the result was no longer needed"
        case .violated: "\(process) sent a malformed message"
        case .overran: "\(process) was killed for its CPU time"
        case .lackedMemory: "\(process) needed more memory than it may take"
        case .unreachable(let code):
            "no messages reach \(process): \(Syscall.Failure(code: code).words)"
        case .crashed(let status):
            switch status & 0x7F {
            case 0: "\(process) ended by itself with status \(status >> 8 & 0xFF)"
            case SIGSYS: "\(process) was killed for a forbidden system call"
            case let signal: "\(process) was killed by signal \(signal)"
            }
        }
    }
}
