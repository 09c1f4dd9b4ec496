// SPDX-License-Identifier: Apache-2.0

extension WorkerPool {
    /// A place in the queue that is held for a job whose input still arrives.
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

        /// Gives up the place; the job is in the queue, or will not come.
        package func end() { pool.withdraw(number) }
    }
}
