// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import Platform
import Synchronization
import Typesetting

/// The typesetting processes of a program, of which each draws one text at a time.
///
/// Processes are started on demand, because a program that draws no text should not pay for one. The process used last
/// is used next, because its caches have the fonts. All idle processes have the same fonts and libraries: when a new
/// process finds others, the older processes end.
package final class TypesettingPool: Sendable {
    /// The limits and the executable of a pool of typesetting processes.
    package struct Configuration: Hashable, Sendable {
        /// The greatest number of processes, at least 1.
        package var limit: Int

        /// The path of the executable, whose command ``TypesettingWorker/command`` runs a process.
        package var executable: String

        /// The processor time of one text, in seconds, after which the system kills a process.
        ///
        /// The longest texts, of 4,000 characters that are shortened to few lines, take about two seconds.
        package var seconds: Int

        /// Whether processes carry out a fault, such as a crash, that a text names at its end; for
        /// tests.
        package var isPlanted: Bool

        /// Creates a configuration from the greatest number of processes.
        package init(
            limit: Int,
            executable: String = "/proc/self/exe",
            seconds: Int = 10,
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

    private let state = Mutex(TypesettingPoolState())
    private let changed = DispatchSemaphore(value: 0)
    private let starter: ProcessStarter

    /// Creates a pool without processes.
    ///
    /// - Throws: The error of the system if no thread can be started.
    package init(_ configuration: Configuration) throws(Syscall.Failure) {
        self.configuration = configuration
        starter = try ProcessStarter(name: "text starter")
    }

    deinit { starter.stop() }

    /// The number of processes that run, that were started so far, and that were lost.
    package var counts: (running: Int, started: Int, lost: Int) {
        state.withLock { ($0.count, $0.started, $0.lost) }
    }

    /// The fonts and libraries of the newest process; nil before the first.
    var knownIdentity: String? { state.withLock { $0.identity } }

    /// Returns the fonts and libraries, from a process that is started for it if there is none.
    func startedIdentity() throws(TypesettingError) -> String {
        let process = try take(isFresh: false) { true }
        defer { giveBack(process) }
        guard let identity = process.greeting?.identity else { throw .unavailable }
        return identity
    }

    /// Lends a process to a closure, and takes it back.
    ///
    /// - Parameters:
    ///   - isFresh: Whether the process must be one that has drawn nothing.
    ///   - shouldContinue: Called every few milliseconds while a process is awaited.
    ///   - body: Uses the process; a process that fails is replaced.
    /// - Returns: The closure's result.
    /// - Throws: `unavailable` or `outOfMemory` without a process, `interrupted`, or the error of the closure; such an
    ///   error does not end the process.
    func use<Value>(
        isFresh: Bool,
        shouldContinue: () -> Bool,
        _ body: (TypesettingProcess) throws(TypesettingError) -> Result<Value, ProcessFailure>
    ) throws(TypesettingError) -> Result<Value, ProcessFailure> {
        let process = try take(isFresh: isFresh, shouldContinue)
        let result: Result<Value, ProcessFailure>
        do throws(TypesettingError) {
            result = try body(process)
        } catch {
            giveBack(process)
            throw error
        }
        switch result {
        case .success: giveBack(process)
        case .failure(let failure):
            let isReplaced = state.withLock { state in
                state.lose(wasInterrupted: failure == .interrupted)
                return state.reserve(limit: configuration.limit)
            }
            if isReplaced { start { [weak self] in self?.giveBack($0) } }
        }
        return result
    }

    private func take(
        isFresh: Bool,
        _ shouldContinue: () -> Bool
    ) throws(TypesettingError) -> TypesettingProcess {
        while true {
            let limit = configuration.limit
            let place = state.withLock { $0.find(isFresh: isFresh, limit: limit, at: .now) }
            switch place {
            case .idle(let process): return process
            case .free(let ended):
                // Its memory is free before another one takes as much.
                _ = consume ended
                return try startNow(shouldContinue)
            case .failed(let error): throw error
            case .none:
                state.withLock { $0.waiting += 1 }
                _ = changed.wait(timeout: .now() + .milliseconds(4))
                state.withLock { $0.waiting -= 1 }
                guard shouldContinue() else { throw .interrupted }
            }
        }
    }

    private func startNow(
        _ shouldContinue: () -> Bool
    ) throws(TypesettingError) -> TypesettingProcess {
        let arrival = DispatchSemaphore(value: 0)
        let holder = Handover<TypesettingProcess>()
        start { [weak self] process in
            // One that comes too late is there for others.
            if !holder.put(process) { self?.giveBack(process) }
            arrival.signal()
        }
        while arrival.wait(timeout: .now() + .milliseconds(4)) == .timedOut {
            guard shouldContinue() else { break }
        }
        if let process = holder.leave() { return process }
        guard shouldContinue() else { throw .interrupted }
        throw state.withLock { $0.failure?.error } ?? .outOfMemory
    }

    /// Starts a process that the count of processes already includes.
    private func start(_ arrived: @escaping @Sendable (TypesettingProcess?) -> Void) {
        let (executable, isPlanted) = (configuration.executable, configuration.isPlanted)
        starter.submit { [weak self] in
            let process = TypesettingProcess(executable: executable, isPlanted: isPlanted)
            let deadline = ContinuousClock.now + Self.startLimit
            let hasGreeted = process?.greet { ContinuousClock.now < deadline } == true
            // Processes end after the lock is released.
            let outdated = self?.state.withLock { state in
                state.arrive(hasGreeted ? process?.greeting : nil, at: .now)
            }
            let isReady = hasGreeted && process?.greeting?.identity != nil
            arrived(isReady ? process : nil)
            _ = consume outdated
        }
    }

    /// The time limit for a process to load its libraries and open its fonts.
    ///
    /// Where fontconfig has no cache, it reads all fonts.
    static let startLimit = Duration.seconds(60)

    private func giveBack(_ process: TypesettingProcess?) {
        guard let process else { return }
        let isAwaited = state.withLock { $0.giveBack(process) }
        if isAwaited { changed.signal() }
    }
}
