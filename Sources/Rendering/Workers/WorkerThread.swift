// SPDX-License-Identifier: Apache-2.0

import Platform

/// Threads for pixel work, with the stack that the codecs and the longest pipelines need.
package enum WorkerThread {
    /// Addresses, of which only those that are used become memory.
    ///
    /// Each stage pulls from the one above. Panes on panes with as many filters as there can be take
    /// about 3 MB of it, and several times that under a sanitizer.
    static let stackByteCount = 32 << 20

    /// Starts a thread, which ends with its work.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        do {
            try SystemThread.start(stackByteCount: stackByteCount, work)
        } catch {
            preconditionFailure("cannot start a worker: \(error.words)")
        }
    }
}
