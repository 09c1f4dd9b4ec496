// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Codecs
import Glibc
import Platform

/// A reason why a codec process has not done a job; the process is dead then.
enum CodecFailure: Error, Hashable, Sendable {
    /// The process could not be started, or was not ready for jobs, for a reason in words.
    case notStarted(reason: String)
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

    /// Whether the system or an operator ended the process, so that its file need not be the cause.
    ///
    /// SIGBUS comes from shared memory for which the system has no room.
    var isOfSystem: Bool {
        switch self {
        case .interrupted, .violated, .lackedMemory, .overran: false
        case .notStarted, .unreachable: true
        case .crashed(let status): [SIGKILL, SIGTERM, SIGBUS].contains(status & 0x7F)
        }
    }

    /// The failure as callers of codecs see it; nil if the file or the picture is the cause.
    var outage: CodecOutage? {
        switch self {
        case .interrupted, .violated, .lackedMemory, .overran: nil
        case .notStarted: .notStarted
        case .unreachable: .unreachable
        case .crashed(let status): isOfSystem ? .killed(signal: status & 0x7F) : nil
        }
    }

    /// A description of the failure for the log.
    var words: String {
        switch self {
        case .notStarted(let reason): "no codec process could be started: \(reason)"
        case .interrupted: "the result was no longer needed"
        case .violated: "the codec process sent a malformed message"
        case .overran: "the codec process was killed for its CPU time"
        case .lackedMemory: "the codec needed more memory than it may take"
        case .unreachable(let code):
            "no messages reach the codec process: \(Syscall.Failure(code: code).words)"
        case .crashed(let status):
            switch status & 0x7F {
            case 0: "the codec process ended by itself with status \(status >> 8 & 0xFF)"
            case SIGSYS: "the codec process was killed for a forbidden system call"
            case let signal: "the codec process was killed by signal \(signal)"
            }
        }
    }
}
