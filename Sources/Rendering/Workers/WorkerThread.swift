// SPDX-License-Identifier: Apache-2.0

import Platform

/// Threads for pixel work, with a stack for the codecs and the longest pipelines.
package enum WorkerThread {
    /// The address space of a thread's stack, in bytes; only the used part becomes memory.
    ///
    /// Each stage calls the one before it. Nested panes with the greatest number of filters take
    /// about 3 MB, and several times as much under a sanitizer.
    static let stackByteCount = 32 << 20

    /// Starts a thread that ends when its closure returns.
    package static func start(_ work: @escaping @Sendable () -> Void) {
        do {
            try SystemThread.start(name: "worker", stackByteCount: stackByteCount, work)
        } catch {
            preconditionFailure("cannot start a worker: \(error.words)")
        }
    }
}
