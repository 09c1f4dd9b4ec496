// SPDX-License-Identifier: Apache-2.0

extension ProcessPool {
    /// The processes of a pool, and what is known of those before them.
    struct State {
        /// The idle processes; the one used last is at the end.
        private var idle: [SandboxedProcess] = []

        /// The number of processes, busy and starting ones included.
        private(set) var count = 0

        /// The number of processes by subject that are started ahead of a job, and have not arrived.
        private var expected: [String: Int] = [:]

        /// The number of processes that were started so far.
        private(set) var started = 0

        /// The number of processes that were lost to crashes or malformed messages.
        private(set) var lost = 0

        /// The number of callers that wait for a process.
        var waiting = 0

        /// The libraries, and the fonts, of the newest process of each subject.
        private(set) var identities: [String: String] = [:]

        /// The failure of the last start, and its time; nil if it succeeded.
        private var failure: (reason: ProcessFailure, time: ContinuousClock.Instant)?

        /// The time after which another process is started when none could be: libraries or fonts may have been
        /// installed meanwhile.
        static let retryInterval = Duration.seconds(2)

        /// The finding of a caller that wants a process.
        enum Place {
            /// A process that is the caller's now.
            case idle(SandboxedProcess)
            /// Room for a new process; the payload is the idle process that ends to make room, if any.
            case free(SandboxedProcess?)
            /// No process can be started.
            case failed(ProcessFailure)
            /// All processes are busy.
            case none
        }

        /// Finds a process, or reserves room for one.
        mutating func find(
            _ subject: String,
            isFresh: Bool,
            limit: Int,
            at now: ContinuousClock.Instant
        ) -> Place {
            dropEnded()
            let index = idle.lastIndex { $0.subject == subject && !(isFresh && $0.isUsed) }
            if let index { return .idle(idle.remove(at: index)) }
            if count < limit {
                if count == 0, let failure, now < failure.time + Self.retryInterval {
                    return .failed(failure.reason)
                }
                count += 1
                return .free(nil)
            }
            // A process that is about to arrive has done nothing, and costs no other one its place.
            if idle.isEmpty || expected[subject, default: 0] > 0 { return .none }
            return .free(idle.removeFirst())
        }

        /// Removes the idle processes that have ended, so that no job is sent to them.
        private mutating func dropEnded() {
            let before = idle.count
            idle.removeAll { $0.hasEnded }
            count -= before - idle.count
            lost += before - idle.count
        }

        /// Makes room for a process that is started ahead of its first job; false if the pool is full.
        mutating func expect(_ subject: String, limit: Int) -> Bool {
            guard count < limit else { return false }
            count += 1
            expected[subject, default: 0] += 1
            return true
        }

        /// Records the start of a process.
        ///
        /// - Returns: The processes with other libraries or fonts, to be ended.
        mutating func arrive(
            _ arrival: Handover.Arrival,
            _ subject: String,
            isExpected: Bool,
            at now: ContinuousClock.Instant
        ) -> [SandboxedProcess] {
            if isExpected { expected[subject, default: 1] -= 1 }
            let process: SandboxedProcess
            switch arrival {
            case .failure(let reason):
                count -= 1
                failure = (reason, now)
                return []
            case .success(let arrived): process = arrived
            }
            started += 1
            failure = nil
            let identity = process.greeting?.identity
            if identity == identities[subject] { return [] }
            identities[subject] = identity
            let outdated = idle.filter { $0.subject == subject }
            idle.removeAll { $0.subject == subject }
            count -= outdated.count
            return outdated
        }

        /// Takes a process back; it ends if a newer one has other libraries or fonts.
        ///
        /// - Returns: Whether a caller waits for it.
        mutating func giveBack(_ process: SandboxedProcess, limit: Int) -> Bool {
            // Some were started while others were stopped.
            let isWanted =
                count <= limit && process.greeting?.identity == identities[process.subject]
            if isWanted { idle.append(process) } else { count -= 1 }
            return waiting > 0
        }

        /// Records that a process has failed, or must be replaced.
        mutating func remove(isLost: Bool) {
            count -= 1
            if isLost { lost += 1 }
        }

        /// Counts a busy process as stopped, or as busy again.
        mutating func pause(_ isPaused: Bool) { count += isPaused ? -1 : 1 }
    }
}
