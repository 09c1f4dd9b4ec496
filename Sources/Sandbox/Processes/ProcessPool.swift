// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import Platform
import Synchronization

/// The sandboxed processes of one kind, each of which does one job at a time.
///
///     let pool = try ProcessPool(ProcessPool.Configuration(.codecs, limit: 2))
///     let reply = pool.use("webp", shouldContinue: isWanted, onFailure: log) { process in
///         process.perform(
///             job, shouldContinue: isWanted, pausing: pool.pausing, read: CodecReply.read)
///     }
///
/// A process has one subject, such as a format, and there are at most as many as the limit, started
/// on demand. `use` prefers the idle process used last, because its caches are warm. Without one of
/// the subject it starts a process, in place of the idle one that was unused for longest if the pool
/// is full; if all are busy, the caller waits. A process that failed never gets another job: its
/// replacement starts immediately, so the next job need not wait. A reused process costs two
/// messages; a new one, the time to load its libraries.
///
/// A job that ends its process is tried once more in a process that has done nothing before, because
/// an earlier job may have spoiled the first. All idle processes of a subject have the same libraries
/// and fonts: when a new process finds others, the older ones end. The pool knows neither files nor
/// texts.
package final class ProcessPool: Sendable {
    /// The kind, the limits and the executable of a pool of processes.
    package struct Configuration: Hashable, Sendable {
        /// The kind of the processes.
        package var kind: ProcessKind

        /// The greatest number of processes, at least 1.
        package var limit: Int

        /// The path of the executable, whose hidden command runs a process.
        package var executable: String

        /// The greatest processor time of one job, in seconds; a job may have less.
        package var seconds: Int

        /// Whether processes carry out a fault, such as a crash, that a file or a text names at its end; for tests.
        package var isPlanted: Bool

        /// Creates a configuration from the kind and the greatest number of processes.
        package init(
            _ kind: ProcessKind,
            limit: Int,
            executable: String = "/proc/self/exe",
            seconds: Int? = nil,
            isPlanted: Bool = false
        ) {
            precondition(limit > 0, "a pool without processes")
            self.kind = kind
            self.limit = limit
            self.executable = executable
            self.seconds = seconds ?? kind.seconds
            self.isPlanted = isPlanted
        }
    }

    /// The kind, the limits and the executable of the pool.
    package let configuration: Configuration

    private let state = Mutex(State())

    /// The `errno` that tells why system calls are not filtered, or 0 if they are; nil until it is known.
    let fenceError = Mutex<Int?>(nil)

    private let changed = DispatchSemaphore(value: 0)
    private let starter: ProcessStarter

    /// Creates a pool without processes.
    ///
    /// - Throws: The error of the system if no thread can be started.
    package init(_ configuration: Configuration) throws(Syscall.Failure) {
        self.configuration = configuration
        starter = try ProcessStarter(name: configuration.kind.starterName)
    }

    deinit { starter.stop() }

    /// The number of processes that run, that were started so far, and that were lost.
    package var counts: (running: Int, started: Int, lost: Int) {
        state.withLock { ($0.count, $0.started, $0.lost) }
    }

    /// The libraries and fonts of the newest process of a subject; nil before the first.
    func knownIdentity(of subject: String) -> String? {
        state.withLock { $0.identities[subject] }
    }

    /// Returns the libraries and fonts of a subject, from a process that is started for it if there is none.
    func identity(of subject: String) -> Result<String, ProcessFailure> {
        take(subject, isFresh: false) { true }.map { process in
            defer { giveBack(process) }
            return process.greeting?.identity ?? ""
        }
    }

    /// Calls a closure while a busy process is stopped, and does not count.
    ///
    /// Otherwise a short job could wait for a process that waits for the short job.
    func pausing(_ body: () -> Void) {
        state.withLock { $0.pause(true) }
        body()
        state.withLock { $0.pause(false) }
    }

    /// Starts a process ahead of its first job, unless the pool is full.
    func prepare(_ subject: String) {
        guard state.withLock({ $0.expect(subject, limit: configuration.limit) }) else { return }
        start(subject, isExpected: true) { [weak self] arrival in
            if case .success(let process) = arrival { self?.giveBack(process) }
        }
    }

    /// Lends a process to a closure, and takes it back; lends another one if the first may have failed innocently.
    ///
    /// - Parameters:
    ///   - subject: The subject of the process.
    ///   - shouldContinue: Called every few milliseconds while a process is awaited.
    ///   - onFailure: Called with the reason before the second attempt, for a log.
    ///   - body: Uses the process; a process that fails is replaced.
    /// - Returns: The closure's result, or the failure.
    func use<Value>(
        _ subject: String,
        shouldContinue: () -> Bool,
        onFailure: (String) -> Void,
        _ body: (SandboxedProcess) -> Result<Value, ProcessFailure>
    ) -> Result<Value, ProcessFailure> {
        let first = attempt(subject, isFresh: false, shouldContinue, body)
        guard first.isInnocent, case .failure(let failure) = first.result,
            failure != .interrupted, failure != .overran
        else { return first.result }
        onFailure("\(failure.words(of: configuration.kind)); another process tries again")
        return attempt(subject, isFresh: true, shouldContinue, body).result
    }

    /// Lends a process to a closure once.
    ///
    /// - Returns: The result, and whether something else than the job may have ended the process: an earlier job, or
    ///   the system.
    private func attempt<Value>(
        _ subject: String,
        isFresh: Bool,
        _ shouldContinue: () -> Bool,
        _ body: (SandboxedProcess) -> Result<Value, ProcessFailure>
    ) -> (result: Result<Value, ProcessFailure>, isInnocent: Bool) {
        let process: SandboxedProcess
        switch take(subject, isFresh: isFresh, shouldContinue) {
        case .success(let taken): process = taken
        case .failure(let failure): return (.failure(failure), false)
        }
        let wasUsed = process.isUsed
        let result = body(process)
        switch result {
        case .success where process.isSwollen:
            state.withLock { $0.remove(isLost: false) }
            prepare(subject)
            return (result, false)
        case .success:
            giveBack(process)
            return (result, false)
        case .failure(let failure):
            state.withLock { $0.remove(isLost: failure != .interrupted) }
            prepare(subject)
            return (result, wasUsed || failure.isOfSystem)
        }
    }

    private func take(
        _ subject: String,
        isFresh: Bool,
        _ shouldContinue: () -> Bool
    ) -> Handover.Arrival {
        while true {
            let limit = configuration.limit
            let place = state.withLock {
                $0.find(subject, isFresh: isFresh, limit: limit, at: .now)
            }
            switch place {
            case .idle(let process): return .success(process)
            case .free(let ended):
                // Its memory is free before another one takes as much.
                _ = consume ended
                return startNow(subject, shouldContinue)
            case .failed(let failure): return .failure(failure)
            case .none:
                state.withLock { $0.waiting += 1 }
                _ = changed.wait(timeout: .now() + .milliseconds(4))
                state.withLock { $0.waiting -= 1 }
                guard shouldContinue() else { return .failure(.interrupted) }
                if let errand = Errand.current, errand.isWanted(.zero) { errand.run(.zero) }
            }
        }
    }

    private func startNow(_ subject: String, _ shouldContinue: () -> Bool) -> Handover.Arrival {
        let arrival = DispatchSemaphore(value: 0)
        let holder = Handover()
        start(subject, isExpected: false) { [weak self] arrived in
            // One that comes too late is there for others.
            if !holder.put(arrived), case .success(let process) = arrived {
                self?.giveBack(process)
            }
            arrival.signal()
        }
        while arrival.wait(timeout: .now() + .milliseconds(4)) == .timedOut {
            guard shouldContinue() else { break }
        }
        return holder.leave()
    }

    /// Starts a process that the count of processes already includes.
    private func start(
        _ subject: String,
        isExpected: Bool,
        _ arrived: @escaping @Sendable (Handover.Arrival) -> Void
    ) {
        let configuration = configuration
        starter.submit { [weak self] in
            let arrival: Handover.Arrival
            do throws(ProcessFailure) {
                let process = try SandboxedProcess(
                    configuration.kind,
                    subject,
                    executable: configuration.executable,
                    isPlanted: configuration.isPlanted
                )
                let greeting = try process.greet(within: configuration.kind.startLimit)
                try self?.check(greeting)
                arrival = .success(process)
            } catch {
                arrival = .failure(error)
            }
            let outdated = self?.state.withLock {
                $0.arrive(arrival, subject, isExpected: isExpected, at: .now)
            }
            arrived(arrival)
            // Processes end after the lock is released.
            _ = consume outdated
        }
    }

    /// Checks that a process has loaded its libraries, and filters system calls as the first processes did:
    /// with the same success or `errno`.
    private func check(_ greeting: ProcessGreeting) throws(ProcessFailure) {
        guard greeting.error == nil else { throw .unloaded }
        guard fenceError.withLock({ $0 == nil || $0 == greeting.fenceError }) else {
            throw .notStarted(reason: "its system calls are not filtered as in the first process")
        }
    }

    /// Runs a closure on the thread that starts processes.
    func onStarter(_ task: @escaping @Sendable () -> Void) { starter.submit(task) }

    private func giveBack(_ process: SandboxedProcess) {
        let isAwaited = state.withLock { $0.giveBack(process, limit: configuration.limit) }
        if isAwaited { changed.signal() }
    }
}
