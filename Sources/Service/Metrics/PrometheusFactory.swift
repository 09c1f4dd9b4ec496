// SPDX-License-Identifier: Apache-2.0

package import CoreMetrics
import Synchronization

/// The backend of swift-metrics that keeps the values of the instruments in ``Instrument/table``.
///
/// Instruments that the table lacks are not kept, because nothing bounds the number of their labels.
package final class PrometheusFactory: MetricsFactory {
    /// A series: an instrument with values of its labels.
    struct Series: Sendable {
        /// The values of the labels, in the order of the row.
        let labels: [String]
        /// The values so far.
        let values: Values
    }

    /// The kinds of values.
    enum Values: Sendable {
        case counter(CounterSeries)
        case histogram(HistogramSeries)
    }

    private let rows: [String: Instrument]
    private let series = Mutex<[String: [Series]]>([:])

    /// Creates a backend without values.
    init(_ table: [Instrument] = Instrument.table) {
        rows = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })
    }

    /// Creates a counter, or finds the one with the same labels.
    package func makeCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any CounterHandler {
        let found = find(label, dimensions, .counter) { _ in .counter(CounterSeries()) }
        guard case .counter(let counter) = found else { return NOOPMetricsHandler.instance }
        return counter
    }

    /// Creates a histogram, or finds the one with the same labels.
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let found = find(label, dimensions, .histogram) {
            .histogram(HistogramSeries(bounds: $0.buckets))
        }
        guard case .histogram(let histogram) = found else { return NOOPMetricsHandler.instance }
        return histogram
    }

    /// Creates nothing: no row records values other than durations.
    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    /// Keeps the values, as a counter that vanishes looks like one that was reset.
    package func destroyCounter(_ handler: any CounterHandler) {}

    /// Keeps the values.
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Does nothing, as there are no recorders.
    package func destroyRecorder(_ handler: any RecorderHandler) {}

    /// The series of an instrument, in the order of their labels.
    func series(of instrument: Instrument) -> [Series] {
        series.withLock { $0[instrument.name] ?? [] }
            .sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }

    private func find(
        _ name: String,
        _ dimensions: [(String, String)],
        _ kind: Instrument.Kind,
        make: (Instrument) -> Values
    ) -> Values? {
        guard let row = rows[name], row.kind == kind, row.labels == dimensions.map(\.0),
            zip(row.rows, dimensions).allSatisfy({ $0.values.contains($1.1) })
        else { return nil }
        let labels = dimensions.map(\.1)
        return series.withLock { series in
            if let found = series[name]?.first(where: { $0.labels == labels }) {
                return found.values
            }
            let values = make(row)
            series[name, default: []].append(Series(labels: labels, values: values))
            return values
        }
    }
}
