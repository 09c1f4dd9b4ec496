// SPDX-License-Identifier: Apache-2.0

/// The time that a client has left to move bytes at the least rate: to read those that wait for it, or to
/// send what is left of a request.
///
/// A token bucket of time. It starts with the configured lag, drains while bytes wait, and gains
/// time for each byte that the client moves, at the least rate. It never holds more than the lag,
/// so a fast start does not allow a slow end.
struct RateAllowance: Sendable {
    private static let rates = 1...1_000_000_000

    private let lag: Interval
    /// Bytes per second.
    private let rate: Int64
    private var rest: Interval
    private var since: Moment

    /// Creates a full bucket.
    init(lag: Interval, rate: Int, now: Moment) {
        precondition(Self.rates.contains(rate), "a rate out of range")
        self.lag = lag
        self.rate = Int64(rate)
        rest = lag
        since = now
    }

    /// The time at which the bucket is empty, if bytes wait from now on.
    var end: Moment {
        since + rest
    }

    /// Starts to drain the bucket, now that bytes wait again.
    mutating func resume(now: Moment) {
        since = now
    }

    /// Subtracts the passed time, and adds time for moved bytes.
    mutating func count(_ bytes: Int, now: Moment) {
        let (seconds, remainder) = Int64(bytes).quotientAndRemainder(dividingBy: rate)
        let earned = Interval(seconds: seconds, nanoseconds: remainder * 1_000_000_000 / rate)
        let left = rest.nanoseconds - now.since(since).nanoseconds + earned.nanoseconds
        rest = Interval(nanoseconds: min(left, lag.nanoseconds))
        since = now
    }

    /// Fills the bucket for the next response.
    mutating func refill() {
        rest = lag
    }
}
