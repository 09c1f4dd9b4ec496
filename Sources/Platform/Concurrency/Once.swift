// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A callback that only the first of several callers gets, so that it is called once.
package final class Once<Value: Sendable>: Sendable {
    private struct State {
        var action: (@Sendable (Value) -> Void)?
    }

    private let state: Mutex<State>

    /// Creates a holder of a callback.
    package init(_ action: @escaping @Sendable (Value) -> Void) {
        state = Mutex(State(action: action))
    }

    /// Returns the callback to the first caller, and nil to all others.
    package func take() -> (@Sendable (Value) -> Void)? {
        state.withLock { state in
            defer { state.action = nil }
            return state.action
        }
    }
}
