// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A limit on the number of log lines about refusals for lack of workers.
///
/// Under overload such lines are all alike, and writing them would take the CPU from the workers.
/// The first of each second are written, and the others are counted.
final class RefusalSampling: Sendable {
    /// The greatest number of lines in a second.
    static let linesPerSecond = 16

    private struct State {
        var began: ContinuousClock.Instant?
        var written = 0
        var omitted = 0
    }

    private let state = Mutex(State())
    private let hasOmitted = Atomic(false)

    /// Whether a refusal gets a log line now; if not, it is counted as omitted.
    func admitsLine(now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if state.began.map({ now - $0 >= .seconds(1) }) ?? true {
                state.began = now
                state.written = 0
            }
            if state.written < Self.linesPerSecond {
                state.written += 1
                return true
            }
            state.omitted += 1
            hasOmitted.store(true, ordering: .relaxed)
            return false
        }
    }

    /// Returns and resets the number of refusals without a log line, once their second is over.
    ///
    /// - Returns: nil if there are none, or if their second is not over.
    func takeOmitted(now: @autoclosure () -> ContinuousClock.Instant = .now) -> Int? {
        guard hasOmitted.load(ordering: .relaxed) else { return nil }
        let now = now()
        return state.withLock { state in
            guard state.omitted > 0, state.began.map({ now - $0 >= .seconds(1) }) ?? true else {
                return nil
            }
            defer { state.omitted = 0 }
            hasOmitted.store(false, ordering: .relaxed)
            return state.omitted
        }
    }
}
