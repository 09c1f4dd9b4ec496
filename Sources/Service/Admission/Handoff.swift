// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that another thread takes over, so that it is freed there.
///
/// A closure keeps what it captures until its last holder is done with it, which is the event loop
/// that waits for the closure. Freeing a scene of 64 panes takes longer than reading its request.
final class Handoff<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    /// Creates a handoff of a value, which the caller no longer holds.
    init(_ value: consuming Value) { self.value = Mutex(value) }

    /// Takes the value, once.
    func take() -> Value {
        guard let taken = value.withLock({ $0.take() }) else { preconditionFailure("taken twice") }
        return taken
    }
}
