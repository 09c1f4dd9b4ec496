// SPDX-License-Identifier: Apache-2.0

/// How much longer a client may take to read what waits for it.
///
/// A bucket that holds the configured lag, runs out while bytes wait, and is filled again by the
/// bytes that are taken, at the least rate. It never holds more than the lag: who has read fast
/// cannot dawdle later.
struct WriteAllowance: Sendable {
    private static let rates = 1...1_000_000_000

    private let lag: Interval
    /// Bytes per second.
    private let rate: Int64
    private var rest: Interval
    private var since: Moment

    /// Creates a full one.
    init(lag: Interval, rate: Int, now: Moment) {
        precondition(Self.rates.contains(rate), "a rate out of range")
        self.lag = lag
        self.rate = Int64(rate)
        rest = lag
        since = now
    }

    /// When it is used up, if bytes wait from now on.
    var end: Moment {
        since + rest
    }

    /// Begins to run out, where nothing waited before.
    mutating func resume(now: Moment) {
        since = now
    }

    /// Counts the time that has passed, and bytes that were taken.
    mutating func count(_ bytes: Int, now: Moment) {
        let (seconds, remainder) = Int64(bytes).quotientAndRemainder(dividingBy: rate)
        let earned = Interval(seconds: seconds, nanoseconds: remainder * 1_000_000_000 / rate)
        let left = rest.nanoseconds - now.since(since).nanoseconds + earned.nanoseconds
        rest = Interval(nanoseconds: min(left, lag.nanoseconds))
        since = now
    }

    /// Fills up, for the next response.
    mutating func refill() {
        rest = lag
    }
}
