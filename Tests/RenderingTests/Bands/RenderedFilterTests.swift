// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// The stages of every filter that lists can have, whatever they are.
@Suite struct RenderedFilterTests {
    /// The filters that need no picture of their own, with the least and the greatest values.
    private static func filters(_ row: FilterFunction) throws -> [Filter] {
        guard !row.arguments.contains(where: { $0.kind == .mask }) else { return [] }
        let ends: [(ClosedRange<Double>) -> Double] = [{ $0.lowerBound }, { $0.upperBound }]
        return try ends.flatMap { end in
            let values = row.arguments.map { argument in
                let value = value(of: argument, end)
                return Array(repeating: value, count: argument.count).joined(separator: " ")
            }
            return try FilterList("\(row.name)(\(values.joined(separator: " ")))")
                .filters(edge: .clamp)
        }
    }

    private static func value(
        of argument: FilterFunction.Argument,
        _ end: (ClosedRange<Double>) -> Double
    ) -> String {
        switch argument.kind {
        case .color: "#f008"
        case .mask: ""
        case .position: "at \(end(0...100))% \(end(0...100))%"
        case .angle: "\(end(-170...50))deg"
        case .amount, .fraction, .number, .length:
            "\(argument.range.map(end) ?? 0)\(argument.unit ?? "")"
        }
    }

    @Test(arguments: FilterFunction.table)
    func `gives out what was planned, and takes no more rows`(row: FilterFunction) throws {
        let filters = try Self.filters(row)
        for filter in filters {
            for layout in [ChannelLayout.gray, .grayAlpha, .rgb, .rgba] {
                try check(filter, PixelSize(width: 9, height: 70), layout)
            }
        }
        #expect(filters.isEmpty == row.arguments.contains { $0.kind == .mask })
    }

    private func check(_ filter: Filter, _ size: PixelSize, _ layout: ChannelLayout) throws {
        var planner = StagePlanner(size: size, layout: layout)
        planner.add([filter])
        let source = ConstantSource<Straight>(size, layout)
        let pipeline = Pipeline(
            source,
            stages: planner.stages,
            context: Pipeline.Context(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation()
            )
        )
        #expect(pipeline.end.size == planner.size, "\(filter)")
        #expect(pipeline.end.layout == planner.layout, "\(filter)")
        #expect(planner.stages.allSatisfy { $0.byteCount >= 0 && $0.work > 0 }, "\(filter)")
        var band = pipeline.end.makeBand()
        var count = 0
        repeat {
            try pipeline.end.pull(into: &band)
            let asked = min(count + bandHeight, planner.size.height)
            let most = planner.stages.reversed().reduce(asked) { $1.intake.rows(for: $0) }
            #expect(source.row <= most, "\(filter)")
            count += band.rowCount
        } while band.rowCount > 0
        #expect(count == planner.size.height, "\(filter)")
    }
}
