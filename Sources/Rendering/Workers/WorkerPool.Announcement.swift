// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// A place in the queue of a pool that is reserved for a job whose input is still being
    /// received.
    ///
    /// It is given up by ``end()``, or with the last reference.
    package final class Announcement: Sendable {
        private let number: Int
        private let pool: WorkerPool

        init(_ number: Int, in pool: WorkerPool) {
            self.number = number
            self.pool = pool
        }

        deinit { end() }

        /// Releases the reserved place, because the job is in the queue now or will not come.
        package func end() { pool.withdraw(number) }
    }
}
