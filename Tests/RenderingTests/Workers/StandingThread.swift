// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

@testable import Rendering

/// A thread that does what it is told, one thing after the other, until nobody has it any more.
final class StandingThread: Sendable {
    /// The number that the system gave it.
    let number: ThreadPlace.Number

    private let inbox = Inbox()

    private final class Inbox: Sendable {
        let tasks = Mutex<[@Sendable () -> Void]>([])
        let arrivals = DispatchSemaphore(value: 0)

        func put(_ task: @escaping @Sendable () -> Void) {
            tasks.withLock { $0.insert(task, at: 0) }
            arrivals.signal()
        }

        /// Does something on the thread and waits for what comes of it.
        func run<Result: Sendable>(_ task: @escaping @Sendable () -> Result) -> Result {
            let result = Mutex<Result?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            put {
                let value = task()
                result.withLock { $0 = value }
                isDone.signal()
            }
            isDone.wait()
            guard let value = result.withLock({ $0 }) else {
                preconditionFailure("a task that did not come to its end")
            }
            return value
        }
    }

    init() {
        WorkerThread.start { [inbox] in
            while true {
                inbox.arrivals.wait()
                guard let task = inbox.tasks.withLock({ $0.popLast() }) else { return }
                task()
            }
        }
        number = inbox.run { ThreadPlace.currentNumber }
    }

    deinit { inbox.arrivals.signal() }

    /// Begins something on the thread.
    func begin(_ task: @escaping @Sendable () -> Void) { inbox.put(task) }

    /// Does something on the thread and waits for what comes of it.
    func run<Result: Sendable>(_ task: @escaping @Sendable () -> Result) -> Result {
        inbox.run(task)
    }
}
