// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Testing

@testable import Service

@Suite
struct PrometheusTextTests {
    private static let rows = [
        Instrument.counted("a_total", by: .init(DirectionLabel.self), help: "One\\two\nthree."),
        Instrument.timed("b_seconds", buckets: [0.001, 1], help: "Times."),
        Instrument.read(.gauge, "c", by: "name", help: "Odd names.") { _ in
            [.init("a\"b\\c\nd", value: 0.25), .init("", value: -3)]
        },
    ]

    @Test
    func `writes help, kind and each value on a line, with escapes`() throws {
        let counters = InstrumentFamily<CounterSeries>(Self.rows[0])
        counters[DirectionLabel.read.index].increment(by: 2)
        counters[DirectionLabel.read.index].increment()
        let times = InstrumentFamily<HistogramSeries>(Self.rows[1])
        // The bounds belong to the buckets below them.
        for duration in [0, 1_000_000, 1_000_001, 1_000_000_000, 2_500_000_000] {
            times[0].record(.nanoseconds(duration))
        }
        let written = PrometheusText(
            Self.rows,
            of: [times, counters],
            try TestService(.router).service.snapshot
        ).text
        #expect(
            written == #"""
                # HELP a_total One\\two\nthree.
                # TYPE a_total counter
                a_total{direction="read"} 3
                a_total{direction="written"} 0
                # HELP b_seconds Times.
                # TYPE b_seconds histogram
                b_seconds_bucket{le="0.001"} 2
                b_seconds_bucket{le="1"} 4
                b_seconds_bucket{le="+Inf"} 5
                b_seconds_sum 3.502000001
                b_seconds_count 5
                # HELP c Odd names.
                # TYPE c gauge
                c{name="a\"b\\c\nd"} 0.25
                c{name=""} -3

                """#
        )
    }

    @Test
    func `creates a series of an instrument with many labels when it is first used`() throws {
        let route = try #require(Route.allCases.first)
        let family = InstrumentFamily<CounterSeries>(.requests)
        #expect(family.readings.isEmpty)
        family[route.index, MethodLabel.post.index, StatusLabel(200).index].increment()
        family[route.index, MethodLabel.get.index, StatusLabel(404).index].increment()
        #expect(
            family.readings.map(\.labels) == [
                [route.text, "GET", "404"], [route.text, "POST", "200"],
            ]
        )
    }

    @Test
    func `exposes every instrument that is recorded`() {
        let recorded = Instrument.table.filter { $0.read == nil }.map(\.name)
        #expect(Set(ServiceMetrics().families.map(\.row.name)) == Set(recorded))
    }

    @Test
    func `has rows with names, units and labels as Prometheus wants them`() {
        let names = Instrument.table.map(\.name)
        #expect(Set(names).count == names.count)
        for row in Instrument.table {
            #expect(row.name.wholeMatch(of: /(frostpane|process)_[a-z_]+/) != nil, "\(row.name)")
            #expect(row.name.hasSuffix("_total") == (row.kind == .counter), "\(row.name)")
            #expect(row.help.hasSuffix("."), "\(row.name)")
            #expect(row.buckets == row.buckets.sorted())
            for label in row.rows { #expect(Set(label.values).count == label.values.count) }
        }
    }

    @Test
    func `finds the index of each value of a label`() {
        func check<Label: MetricLabel>(_ label: Label.Type) {
            for (index, value) in Label.allCases.enumerated() { #expect(value.index == index) }
        }
        check(Route.self)
        check(MethodLabel.self)
        check(StatusLabel.self)
        check(PhaseLabel.self)
        check(RenderEndLabel.self)
        check(DirectionLabel.self)
        check(CacheStatus.Outcome.self)
        check(ProblemType.self)
        for problem in ProblemType.allCases {
            #expect(StatusLabel(problem.status.code).text == String(problem.status.code))
        }
        for code in [-1, 0, 299, 600, .max] { #expect(StatusLabel(code).text == "other") }
        for method in MethodLabel.allCases { #expect(MethodLabel(method.text) == method) }
    }

    @Test
    func `reads the files of the kernel`() {
        let facts = ProcessFacts(
            stat:
                "7 (odd) name) S 1 7 7 0 -1 4194560 900 0 0 0 250 50 0 0 20 0 9 0 1000 5000000 300 "
                + "18446744073709551615",
            system: "cpu 1 2\nbtime 1700000000\nprocesses 5\n",
            ticksPerSecond: 100,
            pageByteCount: 4096
        )
        #expect(facts.processorSeconds == 3)
        #expect(facts.threadCount == 9)
        #expect(facts.startSeconds == 1_700_000_010)
        #expect(facts.virtualByteCount == 5_000_000)
        #expect(facts.residentByteCount == 300 * 4096)
    }
}
