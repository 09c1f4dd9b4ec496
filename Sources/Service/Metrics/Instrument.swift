// SPDX-License-Identifier: Apache-2.0

/// An instrument: a row of ``table``, with everything that its exposition says beside values.
struct Instrument: Sendable {
    /// The kinds of instruments, by their names in the exposition.
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// A value that is read when the instruments are exposed.
    struct Sample: Sendable {
        /// The values of the labels.
        let labels: [String]
        /// The value.
        let value: Double

        /// Creates a value.
        init(_ labels: String..., value: Int) {
            self.labels = labels
            self.value = Double(value)
        }

        /// Creates a value that need not be a whole number.
        init(_ labels: String..., value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    /// The name, with its unit, and `_total` for a counter.
    let name: String
    /// The kind.
    let kind: Kind
    /// A sentence about the values.
    let help: String
    /// The names of the labels.
    let labels: [String]
    /// The values of each label, if the instrument is recorded.
    let rows: [MetricLabelRow]
    /// The upper bounds of a histogram's buckets, in seconds; the last bucket, without a bound, is not listed.
    let buckets: [Double]
    /// Reads the values; nil for an instrument that is recorded.
    let read: (@Sendable (MetricsSnapshot) -> [Sample])?

    /// A counter that is incremented as things happen.
    static func counted(_ name: String, by rows: MetricLabelRow..., help: String) -> Instrument {
        Instrument(
            name: name,
            kind: .counter,
            help: help,
            labels: rows.map(\.name),
            rows: rows,
            buckets: [],
            read: nil
        )
    }

    /// A histogram of durations that are recorded as things happen.
    static func timed(
        _ name: String,
        by rows: MetricLabelRow...,
        buckets: [Double],
        help: String
    ) -> Instrument {
        Instrument(
            name: name,
            kind: .histogram,
            help: help,
            labels: rows.map(\.name),
            rows: rows,
            buckets: buckets,
            read: nil
        )
    }

    /// An instrument whose values are read from elsewhere when metrics are collected.
    static func read(
        _ kind: Kind,
        _ name: String,
        by labels: String...,
        help: String,
        _ read: @escaping @Sendable (MetricsSnapshot) -> [Sample]
    ) -> Instrument {
        Instrument(
            name: name,
            kind: kind,
            help: help,
            labels: labels,
            rows: [],
            buckets: [],
            read: read
        )
    }

    /// An instrument without labels, whose value is read from elsewhere when metrics are collected.
    static func one(
        _ kind: Kind,
        _ name: String,
        help: String,
        _ value: @escaping @Sendable (MetricsSnapshot) -> Double
    ) -> Instrument {
        read(kind, name, help: help) { [Sample(value: value($0))] }
    }
}
