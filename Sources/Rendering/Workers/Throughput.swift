// SPDX-License-Identifier: Apache-2.0

/// The speed of a worker, learned from the work that it did.
///
/// An exponentially weighted mean over the work units themselves, so that one large picture counts
/// for as much as many small ones.
struct Throughput {
    /// What a unit of work is taken to cost before anything was measured, in nanoseconds.
    static let initialCost = 4.0

    private static let memory = 200_000_000.0

    private var nanoseconds = Throughput.initialCost * 10_000_000
    private var units = 10_000_000.0

    /// Takes note of a finished piece of work; one piece alone never outweighs all before it.
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

    /// How long one worker is expected to need.
    func duration(ofWork work: Int) -> Duration {
        .nanoseconds(Int64(min(Double(work) * nanoseconds / units, 1e15)))
    }
}

extension Duration {
    /// The whole duration in nanoseconds.
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9
    }
}
