// SPDX-License-Identifier: Apache-2.0

import Platform
import Synchronization

/// A serial executor that counts its jobs.
final class CountingExecutor: TaskExecutor {
    private let queue = SerialQueue("counting")
    private let jobs = Atomic(0)

    /// The number of jobs so far.
    var count: Int { jobs.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.add(1, ordering: .relaxed)
        queue.async { self.runHere(job) }
    }
}
