// SPDX-License-Identifier: Apache-2.0

import Platform

extension WorkerPool {
    /// Runs a closure on a worker once the pool admits it, and returns to the executor of the task.
    ///
    /// Order, aging, prices and memory are those of ``submit(_:from:cancellation:work:refused:)``. The
    /// cancellation of the task cancels the job: in the queue it is refused immediately, and while it
    /// runs it is awaited until it has noticed, which is its next check of `cancellation`.
    ///
    /// - Parameters:
    ///   - estimate: The memory and the work of the job.
    ///   - caller: The client for whom the job runs.
    ///   - cancellation: The means to stop the job, with its deadline.
    ///   - isPlanning: Whether the job only plans a render, so that its duration does not count for
    ///     the throughput.
    ///   - refusal: Makes the error for a job that the pool does not run.
    ///   - work: Called once, on a worker.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure, or what `refusal` makes.
    package func run<Value: Sendable, Failure: Error>(
        _ estimate: RenderEstimate,
        from caller: Caller = .unknown,
        cancellation: Cancellation,
        isPlanning: Bool = false,
        refusal: @escaping @Sendable (AdmissionError) -> Failure,
        _ work: @escaping @Sendable (Turn) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await Promise<Value, Failure>.value(
            abandoned: refusal(.shuttingDown),
            outlastsCancellation: true
        ) { promise in
            promise.onCancel { cancellation.cancel() }
            do throws(AdmissionError) {
                try submit(estimate, from: caller, cancellation: cancellation) { turn in
                    do throws(Failure) {
                        promise.succeed(try work(turn))
                        return isPlanning ? .planned : .done
                    } catch {
                        promise.fail(error)
                        return isPlanning ? .planned : .failed
                    }
                } refused: { error in
                    promise.fail(refusal(error))
                }
            } catch {
                promise.fail(refusal(error))
            }
        }
    }
}
