// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A callback that only the first of several callers gets, so that it is called once.
final class Once<Value: Sendable>: Sendable {
    private let action: Mutex<(@Sendable (Value) -> Void)?>

    init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Mutex(action) }

    /// Returns the callback to the first caller, and nil to all others.
    func take() -> (@Sendable (Value) -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}
