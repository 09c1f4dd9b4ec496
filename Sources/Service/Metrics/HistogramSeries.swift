// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Synchronization

/// A histogram of durations: a counter for each bucket, and the sum.
final class HistogramSeries: TimerHandler {
    /// The greatest number of buckets, including the last one, which has no upper bound.
    static let capacity = 16

    /// A snapshot: the number of durations in each bucket, not cumulative, and their sum in
    /// nanoseconds.
    struct Reading: Sendable {
        let counts: [Int]
        let nanoseconds: Int
    }

    /// The upper bounds of all buckets but the last, in nanoseconds, ascending.
    private let bounds: [Int64]
    private let counts: InlineArray<16, Atomic<Int>>
    private let sum = Atomic(0)

    /// Creates an empty histogram from the upper bounds of its buckets, in seconds.
    init(bounds: [Double]) {
        precondition(bounds.count < Self.capacity, "too many buckets")
        self.bounds = bounds.map { Int64($0 * 1e9) }
        counts = InlineArray { _ in Atomic(0) }
    }

    func recordNanoseconds(_ duration: Int64) {
        var index = 0
        while index < bounds.count, duration > bounds[index] { index += 1 }
        counts[index].add(1, ordering: .relaxed)
        // A sum of centuries wraps instead of ending the process.
        sum.wrappingAdd(Int(duration), ordering: .relaxed)
    }

    /// A snapshot of the counts of the buckets and of the sum.
    var reading: Reading {
        Reading(
            counts: (0...bounds.count).map { counts[$0].load(ordering: .relaxed) },
            nanoseconds: sum.load(ordering: .relaxed)
        )
    }
}

/// A counter that all threads increment.
final class CounterSeries: CounterHandler {
    private let count = Atomic(0)

    /// The current count.
    var value: Int { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) { count.wrappingAdd(Int(amount), ordering: .relaxed) }

    func reset() { count.store(0, ordering: .relaxed) }
}
