// SPDX-License-Identifier: Apache-2.0

/// The server's handle of a typesetting process.
///
/// It has one user at a time, who may be on any thread.
final class TypesettingProcess {
    /// Whether the process has drawn a text before; a text may spoil the memory of a process.
    private(set) var isUsed = false

    /// The first message of the process; nil until it has arrived.
    private(set) var greeting: TypesettingGreeting?

    private let process: SandboxedProcess

    /// The address space that a process may take beyond its fonts and its shared memory, in bytes.
    ///
    /// The caches of the libraries grow to 70 MB, and 4,000 characters of rare scripts take as much.
    static let spareByteCount = 384 << 20

    /// Starts a typesetting process; to be called on a thread that outlives the process.
    ///
    /// Nil if the system cannot start it.
    ///
    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - isPlanted: Whether it carries out the faults that texts name; for tests.
    init?(executable: String, isPlanted: Bool) {
        guard
            let process = SandboxedProcess(
                command: TypesettingWorker.command,
                subject: "text",
                readsFonts: true,
                executable: executable,
                isPlanted: isPlanted
            )
        else { return nil }
        self.process = process
    }

    /// Waits for the greeting of a new process.
    ///
    /// - Parameter shouldContinue: Called every few milliseconds; false ends the wait.
    /// - Returns: Whether it has come.
    func greet(shouldContinue: () -> Bool) -> Bool {
        let received = process.receive(wordCount: TypesettingGreeting.wordCount, shouldContinue)
        guard case .success(let words) = received else { return false }
        greeting = TypesettingGreeting(words)
        return greeting != nil
    }

    /// Sends a job to the process, and waits for its reply.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - memory: The memory with its input.
    ///   - seconds: The processor time that it may take.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    /// - Returns: The reply; after a failure the process is dead.
    func perform(
        _ job: TypesettingJob,
        _ memory: SharedMemory,
        seconds: Int,
        shouldContinue: () -> Bool
    ) -> Result<TypesettingReply, ProcessFailure> {
        let space = (greeting?.addressSpace ?? 0) + memory.count + Self.spareByteCount
        let received = process.exchange(
            job.words,
            memory,
            replyWordCount: TypesettingReply.wordCount(of: job),
            limits: (addressSpace: space, seconds: seconds),
            shouldContinue: shouldContinue
        )
        switch received {
        case .failure(let failure): return .failure(failure)
        case .success(let words):
            isUsed = true
            guard let reply = TypesettingReply(words, to: job) else {
                return .failure(process.refuse())
            }
            return .success(reply)
        }
    }
}

// SAFETY: one thread at a time uses a process; the pool hands it on under its lock.
extension TypesettingProcess: @unchecked Sendable {}
