// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A callback that is called by the first of several who could.
final class Once<Value: Sendable>: Sendable {
    private let action: Mutex<(@Sendable (Value) -> Void)?>

    init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Mutex(action) }

    /// The callback for the first caller; nil for all others.
    func take() -> (@Sendable (Value) -> Void)? {
        action.withLock { action in
            defer { action = nil }
            return action
        }
    }
}
