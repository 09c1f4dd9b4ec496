// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPTypes
import Raster
import Rendering

/// The counters and histograms into which the service records its requests and renderings.
///
/// Each is an instrument of ``Instrument/table`` and a property here. Incrementing takes no lock
/// and allocates nothing, but for the first time that a combination of labels occurs.
package struct ServiceMetrics: Sendable {
    private let requests = InstrumentFamily<CounterSeries>(.requests)
    private let requestTimes = InstrumentFamily<HistogramSeries>(.requestTimes)
    private let phases = InstrumentFamily<HistogramSeries>(.phases)
    private let lookups = InstrumentFamily<CounterSeries>(.lookups)
    private let problems = InstrumentFamily<CounterSeries>(.problems)
    private let slowRequests = InstrumentFamily<CounterSeries>(.slowRequests)
    private let renders = InstrumentFamily<CounterSeries>(.renders)
    private let pixels = InstrumentFamily<CounterSeries>(.pixels)
    private let imageBytes = InstrumentFamily<CounterSeries>(.imageBytes)
    private let sourceReads = InstrumentFamily<CounterSeries>(.sourceReads)

    /// All instruments that are recorded as events occur.
    var families: [any RecordedFamily] {
        [
            requests, requestTimes, phases, lookups, problems, slowRequests, renders, pixels,
            imageBytes, sourceReads,
        ]
    }

    /// The table of instruments in Markdown, for Docs/monitoring.md between `<!-- metrics -->` marks.
    package static var markdownTable: String {
        let head = "| Instrument | Kind | Labels | Value |\n|---|---|---|---|"
        return Instrument.table.reduce(head) { text, row in
            let labels = row.labels.map { "`\($0)`" }.joined(separator: ", ")
            return text + "\n| `\(row.name)` | \(row.kind.rawValue) | \(labels) | \(row.help) |"
        }
    }

    /// Counts an HTTP exchange that has ended, and records its duration.
    ///
    /// - Parameters:
    ///   - record: The exchange.
    ///   - facts: The facts that the service has learned.
    ///   - status: The status code that the access log records.
    func count(_ record: ExchangeRecord, _ facts: RequestFacts.Values?, status: Int) {
        let route = facts?.route ?? .other
        let method = MethodLabel(record.request?.method.rawValue)
        requests[route.index, method.index, StatusLabel(status).index].increment()
        requestTimes[route.index].record(record.duration)
        phases[PhaseLabel.send.index].record(record.sending)
        if let name = record.annotations[.problem], let problem = ProblemType(rawValue: name) {
            problems[problem.index].increment()
        }
    }

    /// Counts a request that took longer than the option `slow-request` allows.
    func countSlowRequest() { slowRequests[0].increment() }

    /// Counts an answer with a rendering, by the outcome of the cache look-up.
    func count(_ outcome: CacheStatus.Outcome) { lookups[outcome.index].increment() }

    /// Counts a request for a picture of a source, by its outcome.
    func count(_ outcome: SourceReadLabel) { sourceReads[outcome.index].increment() }

    /// Records the time that a rendering waited for its worker.
    func recordWait(_ duration: Duration) {
        phases[PhaseLabel.queue.index].record(duration)
    }

    /// Adds a number of bytes to the count of the encoded bytes of all results.
    func countWritten(byteCount: Int) {
        imageBytes[DirectionLabel.written.index].increment(by: byteCount)
    }

    /// Counts a finished rendering, and records its pixels, its bytes and the times of its stages.
    func count(_ amounts: RenderAmounts, _ timings: RenderTimings) {
        countEnd(.done)
        phases[PhaseLabel.decode.index].record(timings.decode)
        phases[PhaseLabel.effects.index].record(timings.effects)
        phases[PhaseLabel.encode.index].record(timings.encode)
        pixels[DirectionLabel.read.index].increment(by: amounts.sourcePixels)
        pixels[DirectionLabel.written.index].increment(by: amounts.resultPixels)
        imageBytes[DirectionLabel.read.index].increment(by: amounts.sourceBytes)
    }

    /// Counts a rendering that has ended, by its outcome.
    private func countEnd(_ end: RenderEndLabel) { renders[end.index].increment() }

    /// Counts a rendering that ended in an error, as failed, cancelled or overdue.
    func count(_ error: RenderError) {
        switch error {
        case .cancelled, .sinkClosed: countEnd(.cancelled)
        case .deadlineExceeded: countEnd(.overdue)
        case .codec, .resultTooLarge, .text, .plan: countEnd(.failed)
        }
    }

    /// Counts a rendering that no worker began, as refused or cancelled.
    func count(_ error: AdmissionError) {
        switch error {
        case .cancelled: countEnd(.cancelled)
        case .saturated, .waitedTooLong, .tooCostly, .shuttingDown: countEnd(.refused)
        }
    }
}

/// The sizes of a rendering, copied so that metrics do not hold its pictures in memory.
struct RenderAmounts: Sendable {
    /// The number of pixels of the source.
    let sourcePixels: Int
    /// The length of the source, in bytes.
    let sourceBytes: Int
    /// The number of pixels of the result.
    let resultPixels: Int

    /// Copies the sizes of the source and the result of a rendering.
    init(_ renderer: Renderer) {
        sourcePixels = renderer.source.pixelCount
        sourceBytes = renderer.source.bytes.count
        resultPixels = renderer.outputSize.pixelCount
    }
}
