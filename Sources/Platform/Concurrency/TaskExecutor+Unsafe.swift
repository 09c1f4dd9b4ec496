// SPDX-License-Identifier: Apache-2.0

import Dispatch

extension TaskExecutor {
    /// Runs a job of the executor on the calling thread, up to the next wait of the job's task.
    ///
    /// Each job must be run exactly once: a task whose job is dropped never ends.
    package func runHere(_ job: UnownedJob) {
        // SAFETY: the executor is alive, because this is a method of it. The runtime keeps the job
        // alive until it is run, which the queues of executors do once: they remove it first.
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs a job of an executor that has lost its threads, on a thread of Dispatch.
    package func runElsewhere(_ job: UnownedJob) {
        DispatchQueue.global().async { self.runHere(job) }
    }
}
