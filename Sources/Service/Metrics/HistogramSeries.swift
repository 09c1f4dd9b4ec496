// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A histogram of durations: a counter for each bucket, and the sum.
final class HistogramSeries: RecordedValue {
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

    init(_ row: Instrument) {
        precondition(row.buckets.count < Self.capacity, "too many buckets")
        bounds = row.buckets.map { Int64($0 * 1e9) }
        counts = InlineArray { _ in Atomic(0) }
    }

    /// Counts a duration in its bucket, and adds it to the sum.
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        record(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private func record(nanoseconds duration: Int64) {
        var index = 0
        while index < bounds.count, duration > bounds[index] { index += 1 }
        counts[index].add(1, ordering: .relaxed)
        // A sum of centuries wraps instead of ending the process.
        sum.wrappingAdd(Int(duration), ordering: .relaxed)
    }

    var reading: RecordedReading {
        .histogram(
            Reading(
                counts: (0...bounds.count).map { counts[$0].load(ordering: .relaxed) },
                nanoseconds: sum.load(ordering: .relaxed)
            )
        )
    }
}

/// A counter that all threads increment.
final class CounterSeries: RecordedValue {
    private let count = Atomic(0)

    init(_: Instrument) {}

    var reading: RecordedReading { .count(count.load(ordering: .relaxed)) }

    /// Adds an amount, which is not negative, to the count.
    func increment(by amount: Int = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}
