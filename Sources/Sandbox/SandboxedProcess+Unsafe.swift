// SPDX-License-Identifier: Apache-2.0

import CSandbox
import Glibc
import Platform

/// The server's handle of a process of its own program that runs libraries on untrusted input, whatever its messages.
///
/// A process has one user at a time, who may be on any thread.
final class SandboxedProcess {
    private let process: Int32
    private let channel: CodecChannel
    private var isReaped = false

    /// The interval at which a wait for a process checks for cancellation, in milliseconds.
    private static let patience: Int32 = 4

    /// The time limit for a process to exit after its socket has closed, in milliseconds.
    private static let endLimit: Int32 = 100

    /// Starts a process; to be called on a thread that outlives the process.
    ///
    /// Nil if the system cannot start it.
    ///
    /// - Parameters:
    ///   - command: The hidden command of the program that runs the process.
    ///   - subject: The first argument of the command, shown in lists of processes.
    ///   - readsFonts: Whether the process needs the variables that tell fontconfig where fonts are.
    ///   - executable: The path of the program.
    ///   - isPlanted: Whether it carries out the faults that its input names; for tests.
    init?(
        command: String,
        subject: String,
        readsFonts: Bool,
        executable: String,
        isPlanted: Bool
    ) {
        var socket: Int32 = -1
        var call: UnsafePointer<CChar>?
        let option = isPlanted ? CodecWorker.planted : nil
        // SAFETY: the strings are NUL-terminated for the call, and what it returns are local variables.
        process = unsafe csandbox_spawn(
            executable,
            command,
            subject,
            option,
            readsFonts ? 1 : 0,
            &socket,
            &call
        )
        channel = CodecChannel(socket: socket)
        guard process > 0 else { return nil }
    }

    deinit {
        guard process > 0 else { return }
        end()
        close(channel.socket)
    }

    /// Sends a message with the memory of a job to the process, and waits for its reply.
    ///
    /// - Parameters:
    ///   - words: The message.
    ///   - memory: The memory of the job.
    ///   - replyWordCount: The length of the reply, in 64-bit words.
    ///   - limits: The address space of the process in bytes, and the processor time of the job in seconds.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    /// - Returns: The reply, whose numbers are not checked; after a failure the process is dead.
    func exchange(
        _ words: [Int64],
        _ memory: SharedMemory,
        replyWordCount: Int,
        limits: (addressSpace: Int, seconds: Int),
        shouldContinue: () -> Bool
    ) -> Result<[Int64], ProcessFailure> {
        let (space, seconds) = (UInt64(limits.addressSpace), UInt64(limits.seconds))
        // The protection of the codecs says that limits are refused; a process that has ended fails below.
        _ = csandbox_limit(process, space, seconds)
        do throws(CodecChannel.Failure) {
            try channel.send(words, descriptor: memory.descriptor)
        } catch {
            return .failure(fail(error))
        }
        return receive(wordCount: replyWordCount, shouldContinue)
    }

    /// Waits for a message from the process.
    ///
    /// - Parameters:
    ///   - wordCount: The length of the message, in 64-bit words.
    ///   - shouldContinue: Called every few milliseconds; false kills the process.
    /// - Returns: The message, whose numbers are not checked; after a failure the process is dead.
    func receive(
        wordCount: Int,
        _ shouldContinue: () -> Bool
    ) -> Result<[Int64], ProcessFailure> {
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

    /// Kills the process because of a message that has the wrong numbers, and returns the failure.
    func refuse() -> ProcessFailure { fail(.malformed) }

    /// Ends the process after an error of its socket, and returns the cause.
    private func fail(_ error: CodecChannel.Failure) -> ProcessFailure {
        switch error {
        case .malformed, .wouldBlock:
            end()
            return .violated
        case .system(let code):
            end()
            return .unreachable(code)
        case .ended:
            // A process that is ending has a status; a process that only closed its socket goes on.
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
        _ = csandbox_end(process)
    }
}
