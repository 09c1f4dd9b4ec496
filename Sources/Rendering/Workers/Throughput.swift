// SPDX-License-Identifier: Apache-2.0

/// An estimate of a worker's speed, learned from finished jobs.
///
/// It is an exponentially weighted mean over units of work, so one large picture counts as much as
/// many small ones.
struct Throughput {
    /// The assumed cost of a unit of work before any measurement, in nanoseconds: the cost by which work is priced.
    static let initialCost = 1e9 / Double(PriceLimits.workPerSecond)

    private static let memory = 200_000_000.0

    private var nanoseconds = Throughput.initialCost * 10_000_000
    private var units = 10_000_000.0

    /// Learns from the work and the duration of a finished job.
    ///
    /// A single job never outweighs all earlier ones.
    mutating func record(work: Int, duration: Duration) {
        guard work > 0 else { return }
        let weight = min(1, Self.memory / 4 / Double(work))
        nanoseconds += duration.nanoseconds * weight
        units += Double(work) * weight
        if units > Self.memory {
            let scale = Self.memory / units
            nanoseconds *= scale
            units *= scale
        }
    }

    /// The expected duration of some work on one worker.
    func duration(ofWork work: Double) -> Duration {
        .nanoseconds(Int64(min(work * nanoseconds / units, 1e15)))
    }
}

extension Duration {
    /// The whole duration in nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9
    }
}
