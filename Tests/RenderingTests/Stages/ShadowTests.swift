// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

@Suite struct ShadowTests {
    /// The alpha of a picture blurred by the definition, around the picture as far as it reaches.
    private struct Blurred {
        let size: PixelSize
        let radius: Int
        private var alpha: [[Double]]

        init(_ picture: ExactPicture, sigma: Double) {
            size = picture.size
            let radius = Int((4 * sigma).rounded(.up))
            self.radius = radius
            var weights = (-radius...radius).map {
                sigma == 0 ? 1 : exp(-Double($0 * $0) / (2 * sigma * sigma))
            }
            let sum = weights.reduce(0, +)
            weights = weights.map { $0 / sum }
            func spread(_ line: [Double]) -> [Double] {
                var result = [Double](repeating: 0, count: line.count + 2 * radius)
                for (position, value) in line.enumerated() where value > 0 {
                    for (offset, weight) in weights.enumerated() {
                        result[position + offset] += weight * value
                    }
                }
                return result
            }
            let rows = (0..<picture.size.height).map { y in
                spread((0..<picture.size.width).map { picture[$0, y].w })
            }
            let columns = rows[0].indices.map { x in spread(rows.map { $0[x] }) }
            alpha = columns[0].indices.map { y in columns.map { $0[y] } }
        }

        func at(_ x: Int, _ y: Int) -> Double {
            let (column, row) = (x + radius, y + radius)
            guard alpha.indices.contains(row), alpha[row].indices.contains(column) else { return 0 }
            return alpha[row][column]
        }
    }

    /// The shadow by its definition.
    private func expected(_ picture: Picture, _ shadow: DropShadow) -> ExactPicture {
        let exact = ExactPicture(picture)
        let blurred = Blurred(exact, sigma: Double(shadow.sigma))
        let color = shadow.color
        func alpha(_ x: Int, _ y: Int) -> Double { blurred.at(x, y) }
        return ExactPicture(size: picture.size) { x, y in
            let (u, v) = (Double(x) - shadow.offset.x, Double(y) - shadow.offset.y)
            let (i, j) = (Int(floor(u)), Int(floor(v)))
            let (s, t) = (u - floor(u), v - floor(v))
            let upper = alpha(i, j) * (1 - s) + alpha(i + 1, j) * s
            let lower = alpha(i, j + 1) * (1 - s) + alpha(i + 1, j + 1) * s
            let behind = (upper * (1 - t) + lower * t) * color.alpha
            let pixel = exact[x, y]
            let left = behind * (1 - pixel.w)
            let sum = pixel.w + left
            if sum == 0 { return pixel }
            func mix(_ front: Double, _ back: Double) -> Double {
                (front * pixel.w + back * left) / sum
            }
            return SIMD4(
                mix(pixel.x, color.red),
                mix(pixel.y, color.green),
                mix(pixel.z, color.blue),
                sum
            )
        }
    }

    private static let offsets: [Point] = [
        Point(x: 0, y: 0), Point(x: 5, y: 7), Point(x: -4, y: -9), Point(x: 2.25, y: -3.5),
        Point(x: -60.5, y: 40.75), Point(x: 500, y: -500),
    ]

    @Test(arguments: [ChannelLayout.grayAlpha, .rgba], [0, 1.5, 6] as [Float])
    func `lies beneath the picture where its alpha is blurred and moved to`(
        layout: ChannelLayout,
        sigma: Float
    ) throws {
        for size in oddSizes {
            // Something with an edge: a disc in front of nothing.
            let noise = Picture.deepNoise(size, layout)
            let picture = Picture(size, layout) { x, y, channel in
                let (u, v) = (x - size.width / 2, y - size.height / 2)
                guard channel == layout.channelCount - 1 else { return noise[x, y, channel] }
                return u * u + v * v < 200 ? (x < 20 ? 65_535 : 30_000) : 0
            }
            for offset in Self.offsets {
                let shadow = try DropShadow(
                    offset: offset,
                    sigma: sigma,
                    color: StraightColor(white: 0.2, alpha: 0.75)
                )
                let result = try picture.rendered([.dropShadow(shadow)])
                #expect(result.layout == layout)
                let distance = ExactPicture(result).distance(to: expected(picture, shadow))
                // The blur itself is within 0.13 of 255 at these sigmas.
                #expect(distance < 34, "\(size), \(offset)")
            }
        }
    }

    @Test func `a colored shadow of a gray picture makes it color`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 40, height: 20), .grayAlpha)
        let shadow = try DropShadow(
            offset: Point(x: 3, y: 3),
            sigma: 2,
            color: StraightColor(red: 1, green: 0, blue: 0)
        )
        let result = try picture.rendered([.dropShadow(shadow)])
        #expect(result.layout == .rgba)
        #expect(ExactPicture(result).distance(to: expected(picture, shadow)) < 34)
    }

    @Test func `an opaque picture stays as it is`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 40, height: 20), .rgb)
        let shadow = try DropShadow(
            offset: Point(x: 3, y: 3),
            sigma: 2,
            color: StraightColor(white: 0)
        )
        #expect(try picture.rendered([.dropShadow(shadow)]) == picture)
        let transparent = Picture(picture.size, .rgba) { x, y, channel in
            channel == 3 ? 65_535 : picture[x, y, channel]
        }
        #expect(try transparent.rendered([.dropShadow(shadow)]) == transparent)
    }

    @Test(arguments: [-300.5, -20, 0, 0.5, 33, 400], [0, 0.8, 5, 12, 60] as [Float])
    func `keeps no more rows than it counts`(distance: Double, sigma: Float) throws {
        for height in [1, 50, 700] {
            let shadow = try DropShadow(
                offset: Point(x: 0, y: distance),
                sigma: sigma,
                color: StraightColor(white: 0)
            )
            let source = ConstantSource<Straight>(PixelSize(width: 8, height: height), .rgba)
            let stage = ShadowStage(RowsWithAlpha(source), shadow: shadow)
            let planned = stage.queueCapacity
            #expect(try drain(stage) == height)
            #expect(stage.queueCapacity == planned, "\(height) rows")
        }
    }
}
