// SPDX-License-Identifier: Apache-2.0

/// The values of all instruments in the text format of Prometheus.
///
/// Reference: Prometheus, "Exposition formats", text format version 0.0.4.
struct PrometheusText {
    /// The media type of the text format.
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text: help, type and values of each instrument, in lines.
    private(set) var text = ""

    /// Writes the values of a list of instruments, from recorded values and a snapshot.
    init(
        _ table: [Instrument] = Instrument.table,
        of families: [any RecordedFamily],
        _ snapshot: MetricsSnapshot
    ) {
        for row in table {
            text += "# HELP \(row.name) \(Self.escaped(row.help))\n"
            text += "# TYPE \(row.name) \(row.kind.rawValue)\n"
            for sample in row.read?(snapshot) ?? [] {
                add(row.name, row.labels, sample.labels, Self.number(sample.value))
            }
            let family = families.first { $0.row.name == row.name }
            for (labels, value) in family?.readings ?? [] {
                switch value {
                case .count(let count): add(row.name, row.labels, labels, String(count))
                case .histogram(let reading): add(row, labels, reading)
                }
            }
        }
    }

    private mutating func add(
        _ row: Instrument,
        _ labels: [String],
        _ reading: HistogramSeries.Reading
    ) {
        var count = 0
        for (bound, own) in zip(row.buckets.map(Self.number) + ["+Inf"], reading.counts) {
            count += own
            add("\(row.name)_bucket", row.labels + ["le"], labels + [bound], String(count))
        }
        let sum = Double(reading.nanoseconds) / 1e9
        add("\(row.name)_sum", row.labels, labels, Self.number(sum))
        add("\(row.name)_count", row.labels, labels, String(count))
    }

    private mutating func add(
        _ name: String,
        _ labels: [String],
        _ values: [String],
        _ value: String
    ) {
        text += name
        if !labels.isEmpty {
            let pairs = zip(labels, values).map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    /// Formats a number; a whole number gets no fraction.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? String(value)
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? plain.replacing("\"", with: "\\\"") : plain
    }
}
