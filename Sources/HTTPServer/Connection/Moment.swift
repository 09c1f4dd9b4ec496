// SPDX-License-Identifier: Apache-2.0

import Platform

/// A point on the monotonic clock, in nanoseconds since an arbitrary origin.
struct Moment: Comparable, Hashable, Sendable {
    let nanoseconds: Int64

    /// The current time of the monotonic clock.
    static var now: Moment { Moment(nanoseconds: Syscall.monotonicNanoseconds()) }

    static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    static func + (moment: Moment, interval: Interval) -> Moment {
        Moment(nanoseconds: moment.nanoseconds + interval.nanoseconds)
    }

    /// The time that has passed since an earlier moment.
    func since(_ earlier: Moment) -> Interval {
        Interval(nanoseconds: nanoseconds - earlier.nanoseconds)
    }
}

/// A length of time in nanoseconds; cheaper to add than a `Duration`.
struct Interval: Hashable, Sendable {
    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Creates an interval from seconds and nanoseconds; the seconds are limited to about a
    /// century.
    init(seconds: Int64, nanoseconds rest: Int64) {
        let century: Int64 = 100 * 366 * 86_400
        nanoseconds = min(max(seconds, -century), century) * 1_000_000_000 + rest
    }

    /// Converts a duration, rounded down to nanoseconds; limits it to about a century.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(seconds: seconds, nanoseconds: attoseconds / 1_000_000_000)
    }
}
