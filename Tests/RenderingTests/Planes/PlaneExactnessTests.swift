// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

/// The planes of a blurred JPEG before they are encoded, beside float64 on the pixels that a
/// decoder makes of the source.
@Suite struct PlaneExactnessTests: PlaneRendering {
    private static let whole = JPEGOptions(quality: 100, subsampling: .s444)

    /// The shares of Cb and Cr in red, green and blue.
    private static let ofCb: [Double] = [0, -0.114 * 1.772 / 0.587, 1.772]
    private static let ofCr: [Double] = [1.402, -0.299 * 1.402 / 0.587, 0]

    /// The greatest difference of a sample of red, green or blue, in levels.
    private func error(_ file: [UInt8], sigma: Float, edge: EdgeMode = .clamp) throws -> Double {
        let plan = Plan(blur: try GaussianBlur(sigma: sigma, edge: edge), saturate: nil)
        let renderer = try renderer(file, plan, Self.whole)
        guard case .planes(let route) = try renderer.route else {
            Issue.record("planes that were not used")
            return .infinity
        }
        let planes = try Self.planes(renderer, route)
        let source = try Picture(decoding: file)
        var worst = 0.0
        for channel in 0..<3 {
            let expected = Self.blurred(source, channel, sigma: Double(sigma), edge)
            for index in expected.indices {
                let color =
                    planes[0][index] + Self.ofCb[channel] * (planes[1][index] - 128)
                    + Self.ofCr[channel] * (planes[2][index] - 128)
                worst = max(worst, abs(min(max(color, 0), 255) - expected[index]))
            }
        }
        return worst
    }

    /// The planes of the result, before they are rounded to bytes.
    private static func planes(_ renderer: Renderer, _ route: PlaneRoute) throws -> [[Double]] {
        let groups = try PlaneGroups(
            renderer.source,
            route.input,
            keeping: route.keptGroupCount,
            limits: renderer.limits,
            cancellation: Cancellation(),
            pool: nil
        )
        let low = LowPlanes(route, from: ReducedRows(route, from: groups))
        let size = route.output.size
        let takers = route.expansions.map(SampleTaker.init)
        var isWhole = false
        while !isWhole {
            isWhole = true
            for (plane, taker) in takers.enumerated() {
                while taker.rows.count < size.pixelCount, taker.isHungry,
                    low.contains(taker.nextLow)
                {
                    low.push(taker.nextLow, of: plane, to: taker)
                    taker.pull(width: size.width)
                }
                if taker.rows.count < size.pixelCount { isWhole = false }
            }
            if !isWhole { try low.makeRows() }
        }
        return takers.map { $0.rows.map { Double($0) / 256 } }
    }

    private final class SampleTaker: LowRowTaker {
        private var expansion: PlaneExpansion
        var rows: [UInt16] = []

        init(_ plan: PlanePlan) { expansion = PlaneExpansion(plan: plan) }

        var isHungry: Bool { expansion.isHungry }
        var nextLow: Int { expansion.nextLow }
        func push(_ low: Span<UInt16>) { expansion.push(low) }

        func pull(width: Int) {
            while true {
                var row = [UInt16](repeating: 0, count: width)
                var span = row.mutableSpan
                if expansion.pull(into: &span, stride: width, limit: 1) == 0 { break }
                rows += row
            }
        }
    }

    /// One channel, blurred by the definition.
    private static func blurred(
        _ picture: Picture,
        _ channel: Int,
        sigma: Double,
        _ edge: EdgeMode
    ) -> [Double] {
        let (width, height) = (picture.size.width, picture.size.height)
        let radius = Int((5 * sigma).rounded(.up))
        let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = weights.reduce(0, +)
        /// The weights of all samples of an axis in one of them.
        func matrix(_ count: Int) -> [[Double]] {
            (0..<count).map { center in
                var row = [Double](repeating: 0, count: count)
                for (index, weight) in weights.enumerated() {
                    var place = center + index - radius
                    switch edge {
                    case .mirror:
                        place = ((place % (2 * count)) + 2 * count) % (2 * count)
                        place = min(place, 2 * count - 1 - place)
                    case .clamp, .normalize, .transparent, .expand:
                        place = min(max(place, 0), count - 1)
                    }
                    row[place] += weight / sum
                }
                return row
            }
        }
        func transformed(_ rows: [[Double]], _ matrix: [[Double]]) -> [[Double]] {
            rows.map { row in
                matrix.map { weights in zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 } }
            }
        }
        func turned(_ rows: [[Double]]) -> [[Double]] {
            rows[0].indices.map { x in rows.map { $0[x] } }
        }
        let rows = (0..<height).map { y in
            (0..<width).map { Double(picture[$0, y, channel]) / 257 }
        }
        let wide = turned(transformed(rows, matrix(width)))
        return turned(transformed(wide, matrix(height))).flatMap(\.self)
    }

    @Test(arguments: 1...24)
    func `no sample of a hostile drawing is off by more than a level`(seed: Int) throws {
        let picture = HostileDrawing.picture(seed: UInt64(seed))
        let options = JPEGOptions(
            quality: [60, 85, 95][seed % 3],
            subsampling: seed % 4 == 0 ? .s444 : .s420
        )
        let file = try picture.encoded(.jpeg(options))
        let sigma = ([5, 6.5, 8, 16, 20, 40] as [Float])[seed % 6]
        #expect(try error(file, sigma: sigma) <= 1, "sigma \(sigma), \(options), \(picture.size)")
    }

    @Test(arguments: [5, 8, 20] as [Float], [true, false])
    func `limits saturated colors pixel by pixel`(sigma: Float, usesBlocks: Bool) throws {
        for seed in 50..<53 {
            let picture = HostileDrawing.picture(seed: UInt64(seed))
            for output in JPEGOptions.Subsampling.allCases {
                let file = try picture.encoded(.jpeg(JPEGOptions(quality: 95)))
                let plan = Plan(
                    blur: try GaussianBlur(sigma: sigma),
                    saturate: try Saturation(amount: 1.8)
                )
                let options = JPEGOptions(quality: 100, subsampling: output)
                let renderer = try renderer(file, plan, options, usesBlocks: usesBlocks)
                #expect(try renderer.route.isPlanes)
                let result = try Picture(decoding: try self.file(renderer))
                let expected = Self.saturated(try Picture(decoding: file), sigma: Double(sigma))
                let worst = zip(result.samples, expected).reduce(0) {
                    max($0, abs(Double($1.0) / 257 - $1.1))
                }
                // The encoder alone makes 4.5 of it, and twice as much where it halves color.
                #expect(worst <= (output == .s444 ? 5.5 : 10), "seed \(seed), \(output)")
            }
        }
    }

    /// A picture after a blur and saturation by 1.8, channel by channel.
    private static func saturated(_ picture: Picture, sigma: Double) -> [Double] {
        let planes = (0..<3).map { blurred(picture, $0, sigma: sigma, .clamp) }
        let weights = [0.2126, 0.7152, 0.0722]
        return (0..<3).flatMap { channel in
            planes[0].indices.map { index in
                let gray = (0..<3).reduce(0) { $0 + weights[$1] * planes[$1][index] }
                return min(max(gray + 1.8 * (planes[channel][index] - gray), 0), 255)
            }
        }
    }

    @Test(arguments: [60, 61], [44, 45])
    func `a red rim of one pixel on blue spreads as pixels do`(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        for isLast in [false, true] {
            let (column, row) = isLast ? (size.width - 1, size.height - 1) : (0, 0)
            let picture = Picture(size, .rgb) { x, y, channel in
                (x == column || y == row) == (channel == 0) && channel != 1 ? 65_535 : 0
            }
            let file = try picture.encoded(.jpeg(JPEGOptions(quality: 95)))
            for sigma in [5, 8, 20] as [Float] {
                #expect(try error(file, sigma: sigma) <= 1, "sigma \(sigma), last \(isLast)")
            }
        }
    }

    @Test(arguments: [5, 9, 30] as [Float])
    func `limits colors alike beyond mirrored edges`(sigma: Float) throws {
        for seed in 30..<34 {
            let drawing = HostileDrawing.picture(seed: UInt64(seed))
            let size = PixelSize(
                width: drawing.size.width & ~1,
                height: drawing.size.height & ~1
            )
            let picture = Picture(size, .rgb) { drawing[$0, $1, $2] }
            let file = try picture.encoded(.jpeg(JPEGOptions(quality: 85)))
            #expect(try error(file, sigma: sigma, edge: .mirror) <= 1, "seed \(seed)")
        }
    }

    @Test(arguments: ["410", "411", "420", "422", "440", "444"])
    func `enlarges planes of every sampling as libjpeg does`(sampling: String) throws {
        let fixture = URL(filePath: #filePath)
            .appending(path: "../../../Fixtures/yuv\(sampling).jpg").standardized
        let file = [UInt8](try Data(contentsOf: fixture))
        for sigma in [8, 12, 40] as [Float] {
            #expect(try error(file, sigma: sigma) <= 1, "sigma \(sigma)")
        }
    }
}
