// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform

/// Delivers signals of the process as calls on a queue.
enum Signals {
    /// Calls an action on a queue for each arrival of a signal, until the process ends.
    static func follow(
        _ number: Int32,
        on queue: DispatchQueue,
        _ action: @escaping @Sendable () -> Void
    ) {
        Syscall.ignore(number)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        // The source and its handler retain each other, so that neither is released.
        source.setEventHandler { withExtendedLifetime(source, action) }
        source.activate()
    }
}
