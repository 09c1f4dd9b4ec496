// SPDX-License-Identifier: Apache-2.0

/// Decides whether a loop interrupts whoever runs when it is woken.
///
/// A loop with little to do should: a few bytes are sent at once, and the processor is free again. One
/// that answers thousands of requests in a second is woken for each by the client that sends it, on the
/// same machine, and the two interrupt one another for a request at a time. It does better to wait for the
/// turn of the other to end, and to find more of them, as network cards do that moderate their interrupts.
/// The first request after a rest still finds it waiting, as only a turn can end it.
struct WakeModeration {
    /// How often the requests are counted, at most.
    private static let window = Interval(.milliseconds(50))
    /// The requests per second from which a loop waits; it does until there are fewer than half, so that
    /// it does not change its mind all the time.
    private let rate: Double

    /// Whether the loop waits.
    private(set) var waits = false
    private var start: Moment
    private var startCount = 0

    /// Begins to count.
    init(rate: Int, now: Moment) {
        self.rate = Double(rate)
        start = now
    }

    /// When the next count is due.
    var due: Moment { start + Self.window }

    /// Takes a count, once it is due.
    ///
    /// - Parameters:
    ///   - requests: The requests of the loop so far.
    ///   - now: The time.
    /// - Returns: Whether ``waits`` has changed.
    mutating func take(_ requests: Int, now: Moment) -> Bool {
        precondition(now >= due, "a count too early")
        let elapsed = now.since(start).nanoseconds
        let current = Double(requests - startCount) * 1e9 / Double(elapsed)
        start = now
        startCount = requests
        let before = waits
        waits = current >= (waits ? rate / 2 : rate)
        return waits != before
    }
}
