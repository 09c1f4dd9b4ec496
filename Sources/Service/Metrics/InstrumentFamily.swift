// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that is recorded as events occur: a counter or a histogram.
protocol RecordedValue: AnyObject, Sendable {
    /// Creates a value of an instrument, with nothing recorded yet.
    init(_ row: Instrument)

    /// A snapshot of the value.
    var reading: RecordedReading { get }
}

/// A snapshot of a recorded value.
enum RecordedReading: Sendable {
    case count(Int)
    case histogram(HistogramSeries.Reading)
}

/// The time series of one instrument that is recorded as events occur.
protocol RecordedFamily: Sendable {
    /// The instrument.
    var row: Instrument { get }

    /// The label values and snapshots of all series so far, in the order of the labels' values.
    var readings: [(labels: [String], value: RecordedReading)] { get }
}

/// The counters or histograms of one instrument, one for each combination of labels; finding one
/// takes no lock.
///
/// Few combinations are created at once, so that their zeros are exposed from the start. Of many
/// combinations, most never occur, and each is created when it is first used.
final class InstrumentFamily<Value: RecordedValue>: RecordedFamily {
    /// The greatest number of output lines for which an instrument's values are created at once.
    private static var fewCount: Int { 128 }

    private final class Chunk: Sendable {
        let slots: InlineArray<32, AtomicLazyReference<Value>>

        init() { slots = InlineArray { _ in AtomicLazyReference() } }
    }

    let row: Instrument
    private let chunks: [Chunk]
    /// The numbers of values of the second and the third label.
    private let counts: (Int, Int)
    /// The number of combinations of label values.
    private let total: Int

    /// Creates the values of an instrument with up to three labels.
    init(_ row: Instrument) {
        precondition(row.rows.count <= 3, "an instrument with four labels")
        self.row = row
        let sizes = row.rows.map(\.values.count) + [1, 1, 1]
        counts = (sizes[1], sizes[2])
        total = sizes.prefix(3).reduce(1, *)
        chunks = (0..<(total + 31) / 32).map { _ in Chunk() }
        if total * (row.buckets.count + 1) <= Self.fewCount {
            for index in 0..<total { _ = value(at: index) }
        }
    }

    /// The counter or histogram for one combination of label values, given by their indices.
    subscript(first: Int, second: Int = 0, third: Int = 0) -> Value {
        value(at: (first * counts.0 + second) * counts.1 + third)
    }

    var readings: [(labels: [String], value: RecordedReading)] {
        (0..<total).compactMap { index in
            chunks[index / 32].slots[index % 32].load().map { (labels(at: index), $0.reading) }
        }
        .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }

    private func value(at index: Int) -> Value {
        let chunk = chunks[index / 32]
        if let value = chunk.slots[index % 32].load() { return value }
        return chunk.slots[index % 32].storeIfNil(Value(row))
    }

    private func labels(at index: Int) -> [String] {
        let indices = [
            index / (counts.0 * counts.1), index / counts.1 % counts.0, index % counts.1,
        ]
        return zip(row.rows, indices).map { $0.values[$1] }
    }
}
