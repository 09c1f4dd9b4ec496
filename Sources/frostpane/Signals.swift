// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Signals as calls on a queue.
enum Signals {
    /// Calls an action each time that a signal comes, until the process ends.
    static func follow(
        _ number: Int32,
        on queue: DispatchQueue,
        _ action: @escaping @Sendable () -> Void
    ) {
        Syscall.ignore(number)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        // The source holds its handler and the handler its source, so that neither ever goes.
        source.setEventHandler { withExtendedLifetime(source, action) }
        source.activate()
    }
}
