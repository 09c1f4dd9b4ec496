// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

/// How many rows stages take before they give one out.
@Suite struct InputRowsTests {
    private static func lists() throws -> [[Filter]] {
        let capture = Capture(
            side: 4,
            filters: [.color(.saturate(2)), .averageColor, .color(.sepia(1))]
        )
        let color = StraightColor(white: 0)
        return [
            [.color(.opacity(0.5)), .vignette(try Vignette(start: 0))],
            [.pixelate(3), .pixelate(40)],
            [
                .captured(Capture(side: 4, filters: [.color(.saturate(2))])),
                .blur(try GaussianBlur(sigma: 12, edge: .normalize)),
            ],
            [.captured(capture)],
            [.blur(try GaussianBlur(sigma: 2)), .blur(try GaussianBlur(sigma: 7, edge: .mirror))],
            [.boxBlur(try BoxBlur(sigma: 9, kind: .css3box, edge: .mirror))],
            [.boxBlur(try BoxBlur(sigma: 9, kind: .apple3box, edge: .clamp))],
            [.motionBlur(try MotionBlur(radius: 30, angle: 50))],
            [.zoomBlur(try ZoomBlur(amount: 0.1))],
            [.magnify(try Magnification(factor: 1.04)), .pixelate(4)],
            [.blur(try GaussianBlur(sigma: 3)), .magnify(try Magnification(factor: 7))],
            [.dropShadow(try DropShadow(offset: Point(x: 0, y: -33), sigma: 5, color: color))],
            [.dropShadow(try DropShadow(offset: Point(x: 0, y: 33), sigma: 5, color: color))],
        ]
    }

    @Test(arguments: [ChannelLayout.gray, .rgba], [1, 37, 600])
    func `no more rows are taken than are counted`(layout: ChannelLayout, height: Int) throws {
        for filters in try Self.lists() {
            var planner = StagePlanner(size: PixelSize(width: 9, height: height), layout: layout)
            planner.add(filters)
            let source = ConstantSource<Straight>(PixelSize(width: 9, height: height), layout)
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
            var band = pipeline.end.makeBand()
            var count = 0
            repeat {
                try pipeline.end.pull(into: &band)
                let asked = min(count + bandHeight, height)
                let most = planner.stages.reversed().reduce(asked) { $1.intake.rows(for: $0) }
                #expect(source.row <= most && most <= height, "\(filters)")
                count += band.rowCount
            } while band.rowCount > 0
            #expect(count == height)
        }
    }

    @Test(arguments: [40, 1_000])
    func `a bound holds for every count, and is hardly more than the greatest`(
        height: Int
    ) throws {
        let sides = [[2], [4, 4], [7], [15, 3], [16], [17, 90], [90], [250, 30, 999]]
        for filters in try Self.lists() + sides.map({ $0.map { .pixelate($0) } }) {
            var planner = StagePlanner(size: PixelSize(width: 9, height: height), layout: .gray)
            planner.add(filters)
            let intakes = planner.stages.reversed().map(\.intake)
            let bound = intakes.reduce(RowIntake.Bound()) { $1.bound($0) }
            let lead = min(bound.lead(over: bandHeight...height), height - bandHeight)
            let leads = stride(from: bandHeight, to: height, by: bandHeight).map { count in
                intakes.reduce(count) { $1.rows(for: $0) } - count
            }
            let most = leads.max() ?? 0
            #expect(lead >= most, "\(filters)")
            #expect(lead <= most + filters.count * 3 * bandHeight, "\(filters)")
        }
    }
}
