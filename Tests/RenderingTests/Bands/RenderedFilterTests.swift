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
        case .amount, .number, .length:
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
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation(),
                pictures: ResourcePictures()
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

    // MARK: A filter that no list has

    /// All that a filter needs that changes pixels where they are; see CONTRIBUTING.md.
    private struct Steps: RenderedFilter, InPlacePlan {
        let count: Int

        var isIdentity: Bool { false }
        var planValue: PlanValue { .record("steps", [.init("count", .number(Double(count)))]) }

        func reduced(by side: Int) -> FilterReduction { .unchanged }

        func apply(to band: inout Band<Straight>) {
            let last = count - 1
            for channel in 0..<band.layout.colorChannelCount {
                for index in 0..<band.rowCount {
                    var row = band.mutableRow(index, of: channel)
                    for x in 0..<row.count {
                        row[x] = UInt16((Int(row[x]) * last + 32_767) / 65_535 * 65_535 / last)
                    }
                }
            }
        }
    }

    @Test func `takes a filter that is a value and a function`() throws {
        let size = PixelSize(width: 9, height: 37)
        var planner = StagePlanner(size: size, layout: .rgba)
        let filter: any RenderedFilter = Steps(count: 4)
        // Otherwise a list would cut off what a later filter moves into the picture.
        #expect(filter.reach == .none)
        filter.addStages(to: &planner)
        let stage = try #require(planner.stages.first)
        #expect(planner.stages.count == 1 && stage.intake.isSame)
        #expect((stage.byteCount, stage.work) == (0, 4 * size.pixelCount))
        let pipeline = Pipeline(
            ConstantSource<Straight>(size, .rgba),
            stages: planner.stages,
            context: StageContext(
                resources: [:],
                limits: DecodeLimits(),
                cancellation: Cancellation(),
                pictures: ResourcePictures()
            )
        )
        var band = pipeline.end.makeBand()
        try pipeline.end.pull(into: &band)
        // The source has 10,000, 20,000 and 30,000, and an alpha of 40,000, which stays.
        #expect((0..<4).map { band.row(0, of: $0)[0] } == [0, 21_845, 21_845, 40_000])
    }
}
