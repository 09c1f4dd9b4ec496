// SPDX-License-Identifier: Apache-2.0

import DequeModule
import Dispatch
import Platform
import Synchronization

/// A thread that starts processes.
///
/// Linux kills a sandboxed process when the thread that has started it ends, so that must be a thread that lives
/// as long as the pool, and not one of Dispatch or of a caller.
final class ProcessStarter: Sendable {
    private struct State {
        var tasks: Deque<@Sendable () -> Void> = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Starts the thread that will start processes.
    ///
    /// - Parameter name: The name of the thread, of up to 15 characters.
    /// - Throws: The error of the system.
    init(name: StaticString) throws(Syscall.Failure) {
        try SystemThread.start(name: name, stackByteCount: 256 << 10) { [self] in run() }
    }

    private func run() {
        while true {
            semaphore.wait()
            let (task, isStopped) = state.withLock { ($0.tasks.popFirst(), $0.isStopped) }
            if let task { task() } else if isStopped { return }
        }
    }

    /// Queues a closure to run on the thread.
    func submit(_ task: @escaping @Sendable () -> Void) {
        state.withLock { $0.tasks.append(task) }
        semaphore.signal()
    }

    /// Ends the thread after its queued closures, and with it all processes that it has started.
    func stop() {
        state.withLock { $0.isStopped = true }
        semaphore.signal()
    }
}
