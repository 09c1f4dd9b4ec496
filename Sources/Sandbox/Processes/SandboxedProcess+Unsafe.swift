// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Platform

/// The server's handle of a process of its own program that runs libraries on untrusted input.
///
/// A process has one user at a time, who may be on any thread.
final class SandboxedProcess {
    /// The kind of the process.
    let kind: ProcessKind

    /// The subject of the process in log lines, such as the name of a format.
    let subject: String

    /// Whether the process has done a job, which may have spoiled its memory.
    private(set) var isUsed = false

    /// The first message of the process; nil until it has arrived.
    private(set) var greeting: ProcessGreeting?

    /// The `errno` that tells why memory and processor time cannot be limited, or 0 if they can.
    let limitError: Int32

    /// The address space of the process after its last job, in bytes.
    private var addressSpace = 0

    private let process: Int32
    private let channel: ProcessChannel
    private var isReaped = false

    /// The interval at which a wait for a process checks for cancellation, in milliseconds.
    private static let patience: Int32 = 4

    /// The time limit for a process to exit after its socket has closed, in milliseconds.
    private static let endLimit: Int32 = 100

    /// The processor time for loading libraries, in seconds.
    private static let startSeconds = 60

    /// Starts a process; to be called on a thread that outlives the process.
    ///
    /// - Parameters:
    ///   - kind: The kind of the process.
    ///   - subject: The first argument of its command, shown in lists of processes.
    ///   - executable: The path of the program.
    ///   - isPlanted: Whether it carries out the faults that its input names; for tests.
    /// - Throws: ``ProcessFailure/notStarted(reason:)`` if the system cannot start it.
    init(
        _ kind: ProcessKind,
        _ subject: String,
        executable: String,
        isPlanted: Bool
    ) throws(ProcessFailure) {
        self.kind = kind
        self.subject = subject
        var socket: Int32 = -1
        var call: UnsafePointer<CChar>?
        let option = isPlanted ? PlantedFault.option : nil
        // SAFETY: the strings are NUL-terminated for the call, and what it returns are local variables; the
        // name of the call is a literal.
        let process = unsafe csandbox_spawn(
            executable,
            kind.command,
            subject,
            option,
            kind.readsFonts(subject) ? 1 : 0,
            &socket,
            &call
        )
        guard process > 0 else {
            let name = unsafe call.map { unsafe String(cString: $0) } ?? ""
            throw .notStarted(reason: "\(name): \(Syscall.Failure(code: -process).words)")
        }
        self.process = process
        channel = ProcessChannel(socket: socket)
        limitError = csandbox_limit(process, .max, UInt64(Self.startSeconds))
    }

    deinit {
        end()
        close(channel.socket)
    }

    /// Waits for the greeting of a new process, which says whether it is ready for jobs.
    ///
    /// - Parameter limit: The time that the process has to load its libraries.
    /// - Returns: The greeting.
    /// - Throws: ``ProcessFailure/notStarted(reason:)`` without a greeting.
    func greet(within limit: Duration) throws(ProcessFailure) -> ProcessGreeting {
        let deadline = ContinuousClock.now + limit
        let message = receive(ProcessGreeting.wordCount) {
            ContinuousClock.now < deadline ? nil : .interrupted
        }
        switch message {
        case .success(let words):
            guard let greeting = ProcessGreeting(words) else {
                throw .notStarted(reason: fail(.malformed).words(of: kind))
            }
            self.greeting = greeting
            addressSpace = greeting.addressSpace
            return greeting
        case .failure(.interrupted):
            throw .notStarted(reason: "it sent no greeting within \(limit)")
        case .failure(let failure): throw .notStarted(reason: failure.words(of: kind))
        }
    }

    /// Whether the process has ended since its last job, or has sent an unexpected message.
    var hasEnded: Bool { csandbox_has_ended(channel.socket) != 0 }

    /// Whether the process has kept so much memory of its jobs that a new one should take its place.
    var isSwollen: Bool {
        addressSpace > (greeting?.addressSpace ?? 0) + kind.greatestRemainder
    }

    /// A job for a process: a message, memory, and limits.
    struct Job {
        /// The message that describes the job.
        let words: [Int64]
        /// The memory with its input.
        let memory: SharedMemory
        /// The length of the reply, in 64-bit words.
        let replyWordCount: Int
        /// The memory that the libraries may take for themselves, in bytes.
        var allowance = 0
        /// The processor time that the job may take.
        let leash: Duration
    }

    /// Sends a job to the process, and waits for its reply.
    ///
    /// Meanwhile, the process is stopped while its worker runs much shorter jobs, if there are some (`Errand`).
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    ///   - pausing: Calls a closure, during which the process is stopped.
    ///   - read: Reads the untrusted words of the reply; a failure kills the process.
    /// - Returns: The reply; after a failure the process is dead.
    func perform<Reply>(
        _ job: Job,
        shouldContinue: () -> Bool,
        pausing: (() -> Void) -> Void,
        read: ([Int64]) -> Result<Reply, ProcessFailure>
    ) -> Result<Reply, ProcessFailure> {
        let space = addressSpace + job.memory.count + job.allowance + kind.spareByteCount
        // In case that the server ends first. The protection of the codecs says that limits are refused; a process
        // that has ended fails below.
        _ = csandbox_limit(process, UInt64(space), UInt64(job.leash.components.seconds) + 1)
        do throws(ProcessChannel.Failure) {
            try channel.send(job.words, descriptor: job.memory.descriptor)
        } catch {
            return .failure(fail(error))
        }
        var turns = Turns(leash: job.leash, began: processorTime)
        let received = receive(job.replyWordCount) { () -> ProcessFailure? in
            let spent = processorTime - turns.began
            if spent > turns.leash { return .overran }
            guard shouldContinue() else { return .interrupted }
            giveWay(&turns, after: spent, pausing)
            return nil
        }
        isUsed = isUsed || (try? received.get()) != nil
        let reply = received.flatMap(read)
        switch reply {
        case .failure: end()
        case .success:
            // Limits count what a process has mapped before they are set.
            let space = Int(clamping: csandbox_address_space(process))
            addressSpace = max(space, greeting?.addressSpace ?? 0)
        }
        return reply
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
        var quantum = SandboxedProcess.quantum
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
        _ reasonToEnd: () -> ProcessFailure?
    ) -> Result<[Int64], ProcessFailure> {
        while true {
            do throws(ProcessChannel.Failure) {
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
    private func fail(_ error: ProcessChannel.Failure) -> ProcessFailure {
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
            if isReaped { return ProcessFailure(status: status) }
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
extension SandboxedProcess: @unchecked Sendable {}
