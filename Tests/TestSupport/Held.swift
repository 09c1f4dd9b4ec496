// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// A value that one thread puts down and others find.
package final class Held<Value: Sendable>: Sendable {
    private let box = Mutex<Value?>(nil)

    package init() {}

    package var value: Value? { box.withLock { $0 } }

    package func take(_ value: Value) { box.withLock { $0 = value } }

    package func drop() { box.withLock { $0 = nil } }
}

/// A value that several threads change.
package final class Shared<Value: Sendable>: Sendable {
    private let box: Mutex<Value>

    package init(_ value: Value) { box = Mutex(value) }

    package var value: Value { box.withLock { $0 } }

    package func change(_ body: @Sendable (inout Value) -> Void) { box.withLock { body(&$0) } }
}

/// Runs a closure on a thread of Dispatch, after some seconds.
package func onOtherThread(after seconds: Double = 0, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: work)
}
