// SPDX-License-Identifier: Apache-2.0

/// The time that a slow client has left before it is cut off: a token bucket that fills as bytes
/// move.
///
/// A token bucket of time. It starts with the configured lag, drains while bytes wait, and gains
/// time for each byte that the client moves, at the least rate. It never holds more than the lag,
/// so a fast start does not allow a slow end.
struct RateAllowance: Sendable {
    private static let rates = 1...1_000_000_000

    private let lag: Interval
    /// The least transfer rate that is accepted, in bytes per second.
    private let rate: Int64
    private var rest: Interval
    private var since: Moment

    /// Creates an allowance with its full time, for a least rate in bytes per second.
    init(lag: Interval, rate: Int, now: Moment) {
        precondition(Self.rates.contains(rate), "a rate out of range")
        self.lag = lag
        self.rate = Int64(rate)
        rest = lag
        since = now
    }

    /// The time at which the allowance is used up, if no more bytes move.
    var end: Moment {
        since + rest
    }

    /// Restarts the clock after a pause in which no bytes waited.
    mutating func resume(now: Moment) {
        since = now
    }

    /// Subtracts the time that has passed, and adds time for bytes that have moved.
    mutating func count(_ bytes: Int, now: Moment) {
        let (seconds, remainder) = Int64(bytes).quotientAndRemainder(dividingBy: rate)
        let earned = Interval(seconds: seconds, nanoseconds: remainder * 1_000_000_000 / rate)
        let left = rest.nanoseconds - now.since(since).nanoseconds + earned.nanoseconds
        rest = Interval(nanoseconds: min(left, lag.nanoseconds))
        since = now
    }

    /// Restores the full time, for the next response.
    mutating func refill() {
        rest = lag
    }
}
