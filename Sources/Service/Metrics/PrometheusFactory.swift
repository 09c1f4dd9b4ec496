// SPDX-License-Identifier: Apache-2.0

package import CoreMetrics
import Synchronization

/// The backend of swift-metrics that holds the counters and histograms of ``Instrument/table``.
///
/// Instruments that the table lacks are not kept, because nothing bounds the number of their labels.
package final class PrometheusFactory: MetricsFactory {
    /// A time series: the value of one instrument for one combination of its labels.
    struct Series: Sendable {
        /// The values of the labels, in the order of the names in ``Instrument/labels``.
        let labels: [String]
        /// The counter or histogram that holds the values of the series.
        let values: Values
    }

    /// The values of a series: a counter or a histogram.
    enum Values: Sendable {
        case counter(CounterSeries)
        case histogram(HistogramSeries)
    }

    private let rows: [String: Instrument]
    private let series = Mutex<[String: [Series]]>([:])

    /// Creates a backend for a list of instruments, without values yet.
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

    /// Returns a recorder that does nothing: no instrument records values other than durations.
    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    /// Does nothing, because a counter that vanishes looks to a scraper like one that was reset.
    package func destroyCounter(_ handler: any CounterHandler) {}

    /// Does nothing, so that the histogram stays in the exposed metrics.
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Does nothing, because there are no recorders.
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
