// SPDX-License-Identifier: Apache-2.0

/// The definition of a metric: its name, kind, labels, help text and the source of its values.
struct Instrument: Sendable {
    /// The kinds of metrics, named as in the text format of Prometheus.
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// One value of a metric and its labels, read when the metrics are collected.
    struct Sample: Sendable {
        /// The values of the labels, in the order of the names in ``Instrument/labels``.
        let labels: [String]
        /// The value of the metric for these labels.
        let value: Double

        /// Creates a sample from the values of its labels and a whole number.
        init(_ labels: String..., value: Int) {
            self.labels = labels
            self.value = Double(value)
        }

        /// Creates a sample from the values of its labels and a number that may have a fraction.
        init(_ labels: String..., value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    /// The name in Prometheus, with the unit if there is one, and with `_total` for a counter.
    let name: String
    /// The kind: counter, gauge or histogram.
    let kind: Kind
    /// The help text: a sentence that says what the values count or measure.
    let help: String
    /// The names of the labels.
    let labels: [String]
    /// The labels with all their possible values; empty for a metric that is read on demand.
    let rows: [MetricLabelRow]
    /// The upper bounds of a histogram's buckets, in seconds; the last bucket, without a bound, is not listed.
    let buckets: [Double]
    /// Reads the current values from a snapshot; nil for a metric that is recorded as events occur.
    let read: (@Sendable (MetricsSnapshot) -> [Sample])?

    /// Defines a counter that is incremented whenever an event occurs.
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

    /// Defines a histogram of durations that are recorded whenever an event ends.
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

    /// Defines a metric whose values are read from a snapshot when the metrics are collected.
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

    /// Defines a metric without labels, whose value is read when the metrics are collected.
    static func one(
        _ kind: Kind,
        _ name: String,
        help: String,
        _ value: @escaping @Sendable (MetricsSnapshot) -> Double
    ) -> Instrument {
        read(kind, name, help: help) { [Sample(value: value($0))] }
    }
}
