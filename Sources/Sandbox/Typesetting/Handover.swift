// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A handover of a new process from the starter thread to a caller that may stop waiting.
final class Handover<Process: Sendable>: Sendable {
    private let state = Mutex<(process: Process?, isLeft: Bool)>((nil, false))

    /// Hands the process over; false if its caller has stopped waiting.
    func put(_ arrived: Process?) -> Bool {
        state.withLock { state in
            if !state.isLeft { state.process = arrived }
            return !state.isLeft
        }
    }

    /// Takes the process if it has arrived, and stops waiting.
    func leave() -> Process? {
        state.withLock { state in
            defer { state = (nil, true) }
            return state.process
        }
    }
}
