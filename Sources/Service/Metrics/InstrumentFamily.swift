// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Synchronization

/// The counters or timers of one instrument, one for each combination of labels; finding one takes
/// no lock.
///
/// Few combinations are created at once, so that their zeros are exposed from the start. Of many
/// combinations, most never occur, and each is created when it is first used.
final class InstrumentFamily<Value: AnyObject & Sendable>: Sendable {
    /// The greatest number of output lines for which an instrument's values are created at once.
    private static var fewCount: Int { 128 }

    private final class Chunk: Sendable {
        let slots: InlineArray<32, AtomicLazyReference<Value>>

        init() { slots = InlineArray { _ in AtomicLazyReference() } }
    }

    private let chunks: [Chunk]
    private let row: Instrument
    /// The numbers of values of the second and the third label.
    private let counts: (Int, Int)
    private let make: @Sendable (_ name: String, _ labels: [(String, String)]) -> Value

    /// Creates the counters or timers of an instrument with up to three labels.
    init(
        _ row: Instrument,
        make: @escaping @Sendable (_ name: String, _ labels: [(String, String)]) -> Value
    ) {
        precondition(row.rows.count <= 3, "an instrument with four labels")
        self.row = row
        self.make = make
        let sizes = row.rows.map(\.values.count) + [1, 1, 1]
        counts = (sizes[1], sizes[2])
        let total = sizes.prefix(3).reduce(1, *)
        chunks = (0..<(total + 31) / 32).map { _ in Chunk() }
        if total * (row.buckets.count + 1) <= Self.fewCount {
            for index in 0..<total { _ = value(at: index) }
        }
    }

    /// The counter or timer for one combination of label values, given by their indices.
    subscript(first: Int, second: Int = 0, third: Int = 0) -> Value {
        value(at: (first * counts.0 + second) * counts.1 + third)
    }

    private func value(at index: Int) -> Value {
        let chunk = chunks[index / 32]
        if let value = chunk.slots[index % 32].load() { return value }
        return chunk.slots[index % 32].storeIfNil(make(row.name, labels(at: index)))
    }

    private func labels(at index: Int) -> [(String, String)] {
        let indices = [
            index / (counts.0 * counts.1), index / counts.1 % counts.0, index % counts.1,
        ]
        return zip(row.rows, indices).map { ($0.name, $0.values[$1]) }
    }
}

extension InstrumentFamily<Counter> {
    /// Creates the counters of an instrument, one for each combination of its labels.
    convenience init(_ row: Instrument, in factory: PrometheusFactory) {
        self.init(row) { Counter(label: $0, dimensions: $1, factory: factory) }
    }
}

extension InstrumentFamily<CoreMetrics.Timer> {
    /// Creates the timers of an instrument, one for each combination of its labels.
    convenience init(_ row: Instrument, in factory: PrometheusFactory) {
        self.init(row) { Timer(label: $0, dimensions: $1, factory: factory) }
    }
}
