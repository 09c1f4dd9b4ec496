// SPDX-License-Identifier: Apache-2.0

import Typesetting

/// The processes of a ``TypesettingPool``, and what is known of those before them.
struct TypesettingPoolState {
    /// The idle processes; the one used last is at the end.
    private var idle: [TypesettingProcess] = []

    /// The number of processes, busy and starting ones included.
    private(set) var count = 0

    /// The number of processes that have not greeted yet.
    private var starting = 0

    /// The number of processes that were started so far.
    private(set) var started = 0

    /// The number of processes that were lost to crashes or malformed messages.
    private(set) var lost = 0

    /// The number of callers that wait for a process.
    var waiting = 0

    /// The fonts and libraries of the newest process; nil before the first.
    private(set) var identity: String?

    /// The reason for which the last process was not ready, and its time; nil if it was.
    private(set) var failure: (error: TypesettingError, time: ContinuousClock.Instant)?

    /// The time after which another process is started when the last one was not ready: fonts may have been
    /// installed meanwhile.
    static let retryInterval = Duration.seconds(2)

    /// The finding of a caller that wants a process.
    enum Place {
        /// A process that is the caller's now.
        case idle(TypesettingProcess)
        /// Room for a new process; the payload is the idle process that ends to make room, if any.
        case free(TypesettingProcess?)
        /// No process can be started.
        case failed(TypesettingError)
        /// All processes are busy.
        case none
    }

    /// Finds a process, or reserves room for one.
    mutating func find(isFresh: Bool, limit: Int, at now: ContinuousClock.Instant) -> Place {
        if let index = idle.lastIndex(where: { !isFresh || !$0.isUsed }) {
            return .idle(idle.remove(at: index))
        }
        if count < limit {
            if count == 0, let failure, now < failure.time + Self.retryInterval {
                return .failed(failure.error)
            }
            count += 1
            starting += 1
            return .free(nil)
        }
        // A process that is about to arrive has drawn nothing, and costs no other one its place.
        if idle.isEmpty || starting > 0 { return .none }
        starting += 1
        return .free(idle.removeFirst())
    }

    /// Makes room for a process that is started ahead of its first text; false if the pool is full.
    mutating func reserve(limit: Int) -> Bool {
        guard count < limit else { return false }
        count += 1
        starting += 1
        return true
    }

    /// Records a new process by its greeting; nil for a process without a greeting.
    ///
    /// - Returns: The processes with other fonts, to be ended.
    mutating func arrive(
        _ greeting: TypesettingGreeting?,
        at now: ContinuousClock.Instant
    ) -> [TypesettingProcess] {
        starting -= 1
        guard let found = greeting?.identity else {
            count -= 1
            failure = (greeting == nil ? .outOfMemory : .unavailable, now)
            return []
        }
        started += 1
        failure = nil
        if found == identity { return [] }
        identity = found
        defer { idle = [] }
        count -= idle.count
        return idle
    }

    /// Takes a process back; it ends if a newer one has other fonts.
    ///
    /// - Returns: Whether a caller waits for it.
    mutating func giveBack(_ process: TypesettingProcess) -> Bool {
        if process.greeting?.identity == identity {
            idle.append(process)
        } else {
            count -= 1
        }
        return waiting > 0
    }

    /// Records that a process has failed.
    mutating func lose(wasInterrupted: Bool) {
        count -= 1
        if !wasInterrupted { lost += 1 }
    }
}
