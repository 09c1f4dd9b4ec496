// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A handover of a new process from the starter thread to a caller that may stop waiting.
final class Handover: Sendable {
    typealias Arrival = Result<SandboxedProcess, ProcessFailure>

    private let state = Mutex<(arrival: Arrival?, isLeft: Bool)>((nil, false))

    /// Hands the process over; false if its caller has stopped waiting.
    func put(_ arrived: Arrival) -> Bool {
        state.withLock { state in
            if !state.isLeft { state.arrival = arrived }
            return !state.isLeft
        }
    }

    /// Takes the process if it has arrived, and stops waiting.
    func leave() -> Arrival {
        state.withLock { state in
            defer { state = (nil, true) }
            return state.arrival ?? .failure(.interrupted)
        }
    }
}
