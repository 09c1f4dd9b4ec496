// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processor time of the calling thread, which other programs on the machine do not add to.
enum ThreadClock {
    /// Milliseconds since some moment.
    static func now() -> Double {
        var time = timespec()
        // SAFETY: the system fills the structure, which outlives the call.
        let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(status == 0, "a thread without a clock")
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
