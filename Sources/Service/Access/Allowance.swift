// SPDX-License-Identifier: Apache-2.0

/// A rate limit: an amount that is used up, and that refills steadily within a minute.
///
/// Reference: the leaky bucket as a meter, ITU-T Recommendation I.371, annex A.
struct Allowance: Sendable {
    /// The time in which an empty allowance is full again.
    static let window = Duration.seconds(60)

    /// The amount in a full allowance.
    let capacity: Int

    private var level: Double
    private var time: ContinuousClock.Instant

    /// Creates an allowance of which nothing is used yet.
    init(capacity: Int, now: ContinuousClock.Instant) {
        self.capacity = capacity
        level = Double(capacity)
        time = now
    }

    /// Adds the amount that has refilled since the last call.
    mutating func refill(now: ContinuousClock.Instant) {
        let share = (now - time) / Self.window
        level = min(Double(capacity), level + Double(capacity) * share)
        time = now
    }

    /// The amount that is left, rounded down; 0 if more was used than there was.
    var rest: Int { max(0, Int(level)) }

    /// Subtracts an amount, which may be more than is left: later uses then wait for longer.
    mutating func use(_ amount: Int) { level -= Double(amount) }

    /// The time until the given amount is available; zero if it is available now.
    func wait(for amount: Int) -> Duration {
        Self.window * max(0, (Double(amount) - level) / Double(capacity))
    }
}
