// SPDX-License-Identifier: Apache-2.0

import Dispatch
import ForeignCodecs
package import Platform
import Synchronization

/// The codec processes of a program, each of which does one job at a time.
///
///     let reply = pool.use("webp", shouldContinue: { !cancellation.isCancelled }) { process in
///         process.perform(
///             job, memory, allowance: bytes, leash: .seconds(2),
///             shouldContinue: { !cancellation.isCancelled }, pausing: pool.pausing)
///     }
///
/// A process knows one format, and there are at most as many as the limit. `use` prefers the idle
/// process used last. Without one of the format it starts a process, in place of the idle one that
/// was unused for longest if the pool is full; if all are busy, the caller waits. A process that
/// failed never gets another job: its replacement starts immediately, so the next image need not
/// wait. A reused process costs two messages; a new one, the time to load its library. The pool
/// knows neither files nor samples, and does not retry: ``CodecHost`` does.
package final class CodecPool: Sendable {
    /// The limits and the executable of a pool of codec processes.
    package struct Configuration: Hashable, Sendable {
        /// The greatest number of processes, at least 1.
        package var limit: Int

        /// The path of the executable, whose command ``CodecWorker/command`` runs a codec process.
        package var executable: String

        /// The greatest processor time of one job, in seconds; a job may have less.
        package var seconds: Int

        /// Whether processes carry out a fault, such as a crash, that a file names at its end; for
        /// tests.
        package var isPlanted: Bool

        /// Creates a configuration from the greatest number of processes.
        package init(
            limit: Int,
            executable: String = "/proc/self/exe",
            seconds: Int = 60,
            isPlanted: Bool = false
        ) {
            precondition(limit > 0, "a pool without processes")
            self.limit = limit
            self.executable = executable
            self.seconds = seconds
            self.isPlanted = isPlanted
        }
    }

    /// The limits and the executable of the pool.
    package let configuration: Configuration

    private struct State {
        /// The idle processes; the one used last is at the end.
        var idle: [CodecProcess] = []
        /// The number of processes, busy and starting ones included.
        var count = 0
        /// The number of processes that were started so far.
        var started = 0
        /// The number of processes that were lost to crashes or malformed messages.
        var lost = 0

        /// The number of callers that wait for a process.
        var waiting = 0

        /// Removes the idle processes that have ended, so that no job is sent to them.
        mutating func dropEnded() {
            let before = idle.count
            idle.removeAll { $0.hasEnded }
            count -= before - idle.count
            lost += before - idle.count
        }

        mutating func find(_ format: String, isFresh: Bool, limit: Int) -> Place {
            dropEnded()
            if let index = idle.lastIndex(where: { $0.format == format }) {
                let process = idle.remove(at: index)
                return isFresh && process.isUsed ? .free(process) : .idle(process)
            }
            if count < limit {
                count += 1
                return .free(nil)
            }
            return idle.isEmpty ? .none : .free(idle.removeFirst())
        }
    }

    private let state = Mutex(State())

    /// The `errno` that tells why system calls are not filtered, or 0 if they are; nil until the
    /// first greetings.
    let fenceError = Mutex<Int?>(nil)

    private let changed = DispatchSemaphore(value: 0)
    private let starter: ProcessStarter

    /// Creates a pool, which has no processes yet.
    ///
    /// - Throws: The error of the system if no thread can be started.
    package init(_ configuration: Configuration) throws(Syscall.Failure) {
        self.configuration = configuration
        starter = try ProcessStarter(name: "codec starter")
    }

    deinit { starter.stop() }

    /// The number of processes that run, that were started so far, and that were lost.
    package var counts: (running: Int, started: Int, lost: Int) {
        state.withLock { ($0.count, $0.started, $0.lost) }
    }

    /// Calls a closure while a busy process is stopped, and does not count.
    ///
    /// Otherwise a short job could wait for a process that waits for the short job.
    func pausing(_ body: () -> Void) {
        state.withLock { $0.count -= 1 }
        body()
        state.withLock { $0.count += 1 }
    }

    /// Starts a process ahead of its first job, unless the pool is full.
    func prepare(_ format: String) {
        let hasRoom = state.withLock { state in
            guard state.count < configuration.limit else { return false }
            state.count += 1
            return true
        }
        if hasRoom { start(format) { [weak self] in self?.giveBack($0) } }
    }

    /// Lends a process of a format to a closure, and takes it back.
    ///
    /// - Parameters:
    ///   - format: The name of the format.
    ///   - isFresh: Whether the process must be one that has done no job.
    ///   - shouldContinue: Called every few milliseconds while a process is awaited.
    ///   - body: Uses the process; a process that fails is replaced.
    /// - Returns: The closure's result, or the failure.
    func use<Value>(
        _ format: String,
        isFresh: Bool = false,
        shouldContinue: () -> Bool,
        _ body: (CodecProcess) -> Result<Value, CodecFailure>
    ) -> Result<Value, CodecFailure> {
        let process: CodecProcess
        switch take(format, isFresh, shouldContinue) {
        case .success(let taken): process = taken
        case .failure(let failure): return .failure(failure)
        }
        let result = body(process)
        switch result {
        case .success where process.isSwollen:
            state.withLock { $0.count -= 1 }
            prepare(format)
        case .success: giveBack(process)
        case .failure(let failure):
            state.withLock { state in
                state.count -= 1
                if failure != .interrupted { state.lost += 1 }
            }
            prepare(format)
        }
        return result
    }

    private enum Place {
        case idle(CodecProcess)
        /// Room for a new process; the payload is the idle process that ends to make room, if any.
        case free(CodecProcess?)
        case none
    }

    private func take(
        _ format: String,
        _ isFresh: Bool,
        _ shouldContinue: () -> Bool
    ) -> Result<CodecProcess, CodecFailure> {
        while true {
            let limit = configuration.limit
            switch state.withLock({ $0.find(format, isFresh: isFresh, limit: limit) }) {
            case .idle(let process): return .success(process)
            case .free: return startNow(format, shouldContinue)
            case .none:
                state.withLock { $0.waiting += 1 }
                _ = changed.wait(timeout: .now() + .milliseconds(4))
                state.withLock { $0.waiting -= 1 }
                guard shouldContinue() else { return .failure(.interrupted) }
                if let errand = Errand.current, errand.isWanted(.zero) { errand.run(.zero) }
            }
        }
    }

    private func startNow(
        _ format: String,
        _ shouldContinue: () -> Bool
    ) -> Result<CodecProcess, CodecFailure> {
        let arrival = DispatchSemaphore(value: 0)
        let holder = Holder()
        start(format) { [weak self] process in
            // One that comes too late is there for others.
            if !holder.put(process) { self?.giveBack(process) }
            arrival.signal()
        }
        while arrival.wait(timeout: .now() + .milliseconds(4)) == .timedOut {
            guard shouldContinue() else { return holder.leave() }
        }
        return holder.leave()
    }

    /// Starts a process that the count of processes already includes.
    private func start(
        _ format: String,
        _ arrived: @escaping @Sendable (Result<CodecProcess, CodecFailure>) -> Void
    ) {
        let (executable, isPlanted) = (configuration.executable, configuration.isPlanted)
        starter.submit { [weak self] in
            let result: Result<CodecProcess, CodecFailure>
            do throws(CodecFailure) {
                let process = try CodecProcess(
                    format: format,
                    executable: executable,
                    isPlanted: isPlanted
                )
                let greeting = try process.greet(within: Self.startLimit)
                try self?.check(greeting)
                result = .success(process)
            } catch {
                result = .failure(error)
            }
            self?.state.withLock { state in
                if case .success = result { state.started += 1 } else { state.count -= 1 }
            }
            arrived(result)
        }
    }

    /// Checks that a process has loaded its library, and filters system calls as the first processes did:
    /// with the same success or `errno`.
    private func check(_ greeting: CodecGreeting) throws(CodecFailure) {
        guard greeting.error == nil else {
            throw .notStarted(reason: "its library could not be loaded")
        }
        guard fenceError.withLock({ $0 == nil || $0 == greeting.fenceError }) else {
            throw .notStarted(reason: "its system calls are not filtered as in the first process")
        }
    }

    /// The time limit for a process to load its library.
    static let startLimit = Duration.seconds(10)

    /// Runs a closure on the thread that starts processes.
    func onStarter(_ task: @escaping @Sendable () -> Void) { starter.submit(task) }

    private func giveBack(_ result: Result<CodecProcess, CodecFailure>) {
        if case .success(let process) = result { giveBack(process) }
    }

    private func giveBack(_ process: CodecProcess) {
        let isAwaited = state.withLock { state in
            // Some were started while others were stopped.
            if state.count > configuration.limit {
                state.count -= 1
            } else {
                state.idle.append(process)
            }
            return state.waiting > 0
        }
        if isAwaited { changed.signal() }
    }
}

/// A handover of a new process from the starter thread to a caller, which may stop waiting before.
private final class Holder: Sendable {
    private typealias Arrival = Result<CodecProcess, CodecFailure>

    private let state = Mutex<(arrival: Arrival?, isLeft: Bool)>((nil, false))

    /// Hands the process over; false if its caller has stopped waiting.
    func put(_ arrived: Result<CodecProcess, CodecFailure>) -> Bool {
        state.withLock { state in
            if !state.isLeft { state.arrival = arrived }
            return !state.isLeft
        }
    }

    /// Takes the process if it has arrived, and stops waiting.
    func leave() -> Result<CodecProcess, CodecFailure> {
        state.withLock { state in
            defer { state = (nil, true) }
            return state.arrival ?? .failure(.interrupted)
        }
    }
}
