// SPDX-License-Identifier: Apache-2.0

import CSandbox
import ForeignCodecs
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

    /// The `errno` that tells why memory and processor time cannot be limited, or 0 if they can.
    let limitError: Int32

    /// The address space of the process after its last job, in bytes.
    private var addressSpace = 0

    private let process: Int32
    private let channel: CodecChannel
    private var isReaped = false

    /// The address space that a job may take beyond its shared memory and its own estimate, in bytes.
    ///
    /// Libraries fragment their heap, and take stacks and tables.
    static let spareByteCount = 64 << 20

    /// The address space that a process may keep from its jobs, in bytes, before it is replaced.
    ///
    /// Libraries leave some behind, and a process that a file has taken over could otherwise take more
    /// with each job.
    static let greatestRemainder = 48 << 20

    /// The interval at which a wait for a codec checks for cancellation, in milliseconds.
    private static let patience: Int32 = 4

    /// The time limit for a process to exit after its socket has closed, in milliseconds.
    private static let endLimit: Int32 = 100

    /// Starts a codec process; to be called on a thread that outlives the process.
    ///
    /// - Parameters:
    ///   - format: The name of the format.
    ///   - executable: The path of the program.
    ///   - isPlanted: Whether it carries out the faults that files name; for tests.
    /// - Throws: ``CodecFailure/notStarted(reason:)`` if the system cannot start it.
    init(format: String, executable: String, isPlanted: Bool) throws(CodecFailure) {
        self.format = format
        var socket: Int32 = -1
        var call: UnsafePointer<CChar>?
        let option = isPlanted ? CodecWorker.planted : nil
        // SAFETY: the strings are NUL-terminated for the call, and what it returns are local variables; the
        // name of the call is a literal.
        let process = unsafe csandbox_spawn(
            executable,
            CodecWorker.command,
            format,
            option,
            ForeignFormats.named(format)?.drawsTexts == true ? 1 : 0,
            &socket,
            &call
        )
        guard process > 0 else {
            let name = unsafe call.map { unsafe String(cString: $0) } ?? ""
            throw .notStarted(reason: "\(name): \(Syscall.Failure(code: -process).words)")
        }
        self.process = process
        channel = CodecChannel(socket: socket)
        limitError = csandbox_limit(process, .max, UInt64(Self.startSeconds))
    }

    deinit {
        end()
        close(channel.socket)
    }

    /// The processor time for loading a library, in seconds.
    private static let startSeconds = 60

    /// Waits for the greeting of a new process, which says whether it is ready for jobs.
    ///
    /// - Parameter limit: The time that the process has to load its library.
    /// - Returns: The greeting.
    /// - Throws: ``CodecFailure/notStarted(reason:)`` without a greeting.
    func greet(within limit: Duration) throws(CodecFailure) -> CodecGreeting {
        let deadline = ContinuousClock.now + limit
        let message = receive(CodecGreeting.wordCount) {
            ContinuousClock.now < deadline ? nil : .interrupted
        }
        switch message {
        case .success(let words):
            guard let greeting = CodecGreeting(words) else {
                throw .notStarted(reason: fail(.malformed).words)
            }
            self.greeting = greeting
            addressSpace = greeting.addressSpace
            return greeting
        case .failure(.interrupted):
            throw .notStarted(reason: "it sent no greeting within \(limit)")
        case .failure(let failure): throw .notStarted(reason: failure.words)
        }
    }

    /// Whether the process has ended since its last job, or has sent an unexpected message.
    var hasEnded: Bool { csandbox_has_ended(channel.socket) != 0 }

    /// Whether the process has kept so much memory of its jobs that a new one should take its place.
    var isSwollen: Bool {
        addressSpace > (greeting?.addressSpace ?? 0) + Self.greatestRemainder
    }

    /// Sends a job to the process, and waits for its reply.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - memory: The memory with its input.
    ///   - allowance: The memory that the codec may take for itself, in bytes.
    ///   - leash: The processor time that it may take.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    ///   - pausing: Calls a closure, during which the process is stopped.
    /// - Returns: The reply; after a failure the process is dead.
    func perform(
        _ job: CodecJob,
        _ memory: SharedMemory,
        allowance: Int,
        leash: Duration,
        shouldContinue: () -> Bool,
        pausing: (() -> Void) -> Void
    ) -> Result<CodecReply, CodecFailure> {
        let space = addressSpace + memory.count + allowance + Self.spareByteCount
        // In case that the server ends first. The protection of the codecs says that limits are refused; a process
        // that has ended fails below.
        _ = csandbox_limit(process, UInt64(space), UInt64(leash.components.seconds) + 1)
        do throws(CodecChannel.Failure) {
            try channel.send(job.words, descriptor: memory.descriptor)
        } catch {
            return .failure(fail(error))
        }
        var turns = Turns(leash: leash, began: processorTime)
        let reply = receive(CodecReply.wordCount) { () -> CodecFailure? in
            let spent = processorTime - turns.began
            if spent > turns.leash { return .overran }
            guard shouldContinue() else { return .interrupted }
            giveWay(&turns, after: spent, pausing)
            return nil
        }
        switch reply {
        case .failure(let failure): return .failure(failure)
        case .success(let words):
            isUsed = true
            guard let reply = CodecReply(words) else { return .failure(fail(.malformed)) }
            if reply.lacksMemory {
                end()
                return .failure(.lackedMemory)
            }
            // Limits count what a process has mapped before they are set.
            let space = Int(clamping: csandbox_address_space(process))
            addressSpace = max(space, greeting?.addressSpace ?? 0)
            return .success(reply)
        }
    }

    /// The turns that a job and shorter ones take on its worker.
    private struct Turns {
        /// The processor time that the job may take.
        let leash: Duration
        /// The processor time of the process when the job began.
        let began: Duration
        /// The processor time that the job had spent at the end of the last errand.
        var spent = Duration.zero
        /// The processor time that the job takes before the next errand.
        var quantum = CodecProcess.quantum
    }

    /// The processor time that a job takes at least between two errands.
    ///
    /// After an errand that took longer, it is half as long as that.
    private static let quantum = Duration.milliseconds(4)

    private var processorTime: Duration {
        .nanoseconds(Int64(clamping: csandbox_processor_time(process)))
    }

    /// Stops the process while its worker does much shorter work, if there is some.
    private func giveWay(
        _ turns: inout Turns,
        after spent: Duration,
        _ pausing: (() -> Void) -> Void
    ) {
        guard spent - turns.spent >= turns.quantum, let errand = Errand.current,
            errand.isWanted(spent)
        else { return }
        let began = ContinuousClock.now
        kill(process, SIGSTOP)
        pausing { errand.run(spent) }
        kill(process, SIGCONT)
        turns.spent = spent
        turns.quantum = max(Self.quantum, (ContinuousClock.now - began) / 2)
    }

    /// Waits for a message.
    ///
    /// - Parameters:
    ///   - wordCount: The length of the message.
    ///   - reasonToEnd: Called every few milliseconds; a failure ends the process.
    /// - Returns: The message.
    private func receive(
        _ wordCount: Int,
        _ reasonToEnd: () -> CodecFailure?
    ) -> Result<[Int64], CodecFailure> {
        while true {
            do throws(CodecChannel.Failure) {
                return .success(
                    try channel.receive(wordCount: wordCount, milliseconds: Self.patience)
                )
            } catch {
                guard error == .wouldBlock else { return .failure(fail(error)) }
                guard let failure = reasonToEnd() else { continue }
                end()
                return .failure(failure)
            }
        }
    }

    /// Ends the process after an error of its socket, and returns the cause.
    private func fail(_ error: CodecChannel.Failure) -> CodecFailure {
        switch error {
        case .malformed, .wouldBlock:
            end()
            return .violated
        case .system(let code):
            end()
            return .unreachable(code)
        case .ended:
            // One that is ending tells why by its status; one that only closed its socket goes on.
            var status: Int32 = 0
            // SAFETY: the status is a local variable.
            isReaped = unsafe csandbox_reap_soon(process, Self.endLimit, &status) == 1
            if isReaped { return CodecFailure(status: status) }
            end()
            return .violated
        }
    }

    private func end() {
        if isReaped { return }
        isReaped = true
        _ = csandbox_end(process)
    }
}

// SAFETY: one thread at a time uses a process; the pool hands it on under its lock.
extension CodecProcess: @unchecked Sendable {}
