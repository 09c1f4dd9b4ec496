// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Measures the CPU time that the calling thread spends on something.
///
/// Other work of the machine does not add to it, so a test may expect an upper bound.
package func threadTime<Failure: Error>(
    of body: () throws(Failure) -> Void
) throws(Failure) -> Duration {
    let start = threadTimeNow()
    try body()
    return threadTimeNow() - start
}

private func threadTimeNow() -> Duration {
    var time = timespec()
    // SAFETY: the call fills the structure, which outlives it.
    let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(status == 0, "a thread without a clock")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
