// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Platform

/// The server's handle of a codec process.
///
/// It has one user at a time, who may be on any thread.
final class CodecProcess {
    /// The name of the format.
    let format: String

    /// Whether the process has worked on an earlier file, which may have spoiled its memory.
    private(set) var isUsed = false

    /// The first message of the process; nil until it has arrived.
    private(set) var greeting: CodecGreeting?

    private let process: Int32
    private let channel: CodecChannel
    private var isReaped = false

    /// The address space that a job may take beyond its shared memory and its own estimate, in bytes.
    ///
    /// Libraries fragment their heap, and take stacks and tables.
    static let spareByteCount = 64 << 20

    /// The interval at which a wait for a codec checks for cancellation, in milliseconds.
    private static let patience: Int32 = 4

    /// The time limit for a process to exit after its socket has closed, in milliseconds.
    private static let endLimit: Int32 = 100

    /// Starts a codec process; to be called on a thread that outlives the process.
    ///
    /// Nil if the system cannot start it.
    ///
    /// - Parameters:
    ///   - format: The name of the format.
    ///   - executable: The path of the program.
    ///   - isPlanted: Whether it carries out the faults that files name; for tests.
    init?(format: String, executable: String, isPlanted: Bool) {
        self.format = format
        var socket: Int32 = -1
        let option = isPlanted ? CodecWorker.planted : nil
        // SAFETY: the strings are NUL-terminated for the call, and the socket is a local variable.
        process = unsafe csandbox_spawn(executable, format, option, &socket)
        channel = CodecChannel(socket: socket)
        guard process > 0 else { return nil }
    }

    deinit {
        guard process > 0 else { return }
        end()
        close(channel.socket)
    }

    /// Waits for the greeting of a new process.
    ///
    /// - Parameter shouldContinue: Called every few milliseconds; false ends the wait.
    /// - Returns: Whether it is ready for jobs.
    func greet(shouldContinue: () -> Bool) -> Bool {
        guard case .success(let words) = receive(CodecGreeting.wordCount, shouldContinue),
            let greeting = CodecGreeting(words)
        else { return false }
        self.greeting = greeting
        return greeting.error == nil
    }

    /// Sends a job to the process, and waits for its reply.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - memory: The memory with its input.
    ///   - allowance: The memory that the codec may take for itself, in bytes.
    ///   - seconds: The processor time that it may take.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    /// - Returns: The reply; after a failure the process is dead.
    func perform(
        _ job: CodecJob,
        _ memory: SharedMemory,
        allowance: Int,
        seconds: Int,
        shouldContinue: () -> Bool
    ) -> Result<CodecReply, CodecFailure> {
        let space = (greeting?.addressSpace ?? 0) + memory.count + allowance + Self.spareByteCount
        guard csandbox_limit(process, UInt64(space), UInt64(seconds)) == 0 else {
            return .failure(fail(.ended))
        }
        do throws(CodecChannel.Failure) {
            try channel.send(job.words, descriptor: memory.descriptor)
        } catch {
            return .failure(fail(error))
        }
        switch receive(CodecReply.wordCount, shouldContinue) {
        case .failure(let failure): return .failure(failure)
        case .success(let words):
            isUsed = true
            guard let reply = CodecReply(words) else { return .failure(fail(.malformed)) }
            return .success(reply)
        }
    }

    private func receive(
        _ wordCount: Int,
        _ shouldContinue: () -> Bool
    ) -> Result<[Int64], CodecFailure> {
        while true {
            do throws(CodecChannel.Failure) {
                return .success(
                    try channel.receive(wordCount: wordCount, milliseconds: Self.patience)
                )
            } catch {
                guard error == .wouldBlock else { return .failure(fail(error)) }
                if shouldContinue() { continue }
                end()
                return .failure(.interrupted)
            }
        }
    }

    /// Ends the process after an error of its socket, and returns the cause.
    private func fail(_ error: CodecChannel.Failure) -> CodecFailure {
        switch error {
        case .malformed, .wouldBlock, .system:
            end()
            return .violated
        case .ended:
            // One that is ending tells why by its status; one that only closed its socket goes on.
            var status: Int32 = 0
            // SAFETY: the status is a local variable.
            isReaped = unsafe csandbox_reap_soon(process, Self.endLimit, &status) == 1
            if isReaped { return .crashed(status) }
            end()
            return .violated
        }
    }

    private func end() {
        if isReaped { return }
        isReaped = true
        kill(process, SIGKILL)
        _ = csandbox_reap(process)
    }
}

// SAFETY: one thread at a time uses a process; the pool hands it on under its lock.
extension CodecProcess: @unchecked Sendable {}

/// A reason why a codec process has not done a job; the process is dead then.
enum CodecFailure: Error, Hashable, Sendable {
    /// The caller asked to stop, and the process was killed.
    case interrupted
    /// The process exited or was killed by a signal, with a status of wait(2).
    case crashed(Int32)
    /// The process broke the rules of its socket, such as by a malformed message, and was killed.
    case violated

    /// Whether the system ended the process, for want of memory most likely.
    var isOfSystem: Bool {
        switch self {
        case .interrupted, .violated: false
        case .crashed(let status): status & 0x7F == SIGKILL
        }
    }

    /// A description of the failure for the log.
    var words: String {
        switch self {
        case .interrupted: "the work was not wanted any more"
        case .violated: "the codec process sent a malformed message"
        case .crashed(let status):
            switch status & 0x7F {
            case 0: "the codec process ended by itself with status \(status >> 8 & 0xFF)"
            case SIGSYS: "the codec process was killed for a forbidden system call"
            case SIGXCPU: "the codec process was killed for its processor time"
            case let signal: "the codec process was killed by signal \(signal)"
            }
        }
    }
}
