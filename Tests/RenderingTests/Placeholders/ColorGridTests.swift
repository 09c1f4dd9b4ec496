// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Testing

@testable import Rendering

@Suite struct ColorGridTests {
    private func grid(_ bytes: [UInt8]) throws -> ColorGrid {
        let limits = DecodeLimits()
        return try ColorGrid(
            of: SourceImage(bytes: bytes, limits: limits),
            limits: limits,
            cancellation: Cancellation()
        )
    }

    @Test(arguments: [
        ((100, 100), (100, 100)), ((101, 100), (100, 99)), ((4000, 3000), (100, 75)),
        ((3000, 4000), (75, 100)), ((30_000, 1), (100, 1)), ((1, 30_000), (1, 100)),
        ((7, 5), (7, 5)),
    ])
    func `has at most 100 columns and rows, and the picture's shape`(
        size: (Int, Int),
        grid: (Int, Int)
    ) {
        let found = ColorGrid.size(for: PixelSize(width: size.0, height: size.1))
        #expect(found == PixelSize(width: grid.0, height: grid.1))
    }

    @Test(arguments: ChannelLayout.allCases)
    func `is the picture itself where that is small`(layout: ChannelLayout) throws {
        let picture = Picture.noise(PixelSize(width: 31, height: 17), layout)
        let grid = try grid(picture.encoded())
        for y in 0..<17 {
            for x in 0..<31 {
                let color = grid.colors[y * 31 + x]
                let alpha = layout.hasAlpha ? picture[x, y, layout.channelCount - 1] : 65_535
                #expect((color.alpha * 65_535).rounded() == Double(alpha))
                let red = Double(picture[x, y, 0])
                #expect(alpha == 0 || (color.red * 65_535).rounded() == red)
            }
        }
    }

    /// The same sums in another order: each cell from the pixels that it touches.
    @Test(arguments: [(250, 133), (101, 305), (1, 777)])
    func `is the mean by area of a larger picture`(width: Int, height: Int) throws {
        let picture = Picture.noise(PixelSize(width: width, height: height), .rgba)
        let grid = try grid(picture.encoded())
        func overlap(_ pixel: Int, _ cell: Int, _ length: Int, _ count: Int) -> Double {
            let (start, end) = (
                Double(cell * length) / Double(count), Double((cell + 1) * length) / Double(count)
            )
            return max(0, min(Double(pixel + 1), end) - max(Double(pixel), start))
        }
        for cell in stride(from: 0, to: grid.colors.count, by: 37) {
            let (column, row) = (cell % grid.size.width, cell / grid.size.width)
            var (sum, weight, area) = (0.0, 0.0, 0.0)
            for y in 0..<height {
                let down = overlap(y, row, height, grid.size.height)
                for x in 0..<width where down > 0 {
                    let part = down * overlap(x, column, width, grid.size.width)
                    let alpha = Double(picture[x, y, 3]) / 65_535
                    sum += part * alpha * Double(picture[x, y, 1]) / 65_535
                    weight += part * alpha
                    area += part
                }
            }
            #expect(abs(grid.colors[cell].alpha - weight / area) < 1e-9)
            #expect(abs(grid.colors[cell].green - sum / weight) < 1e-9)
        }
    }

    @Test(arguments: Orientation.allCases)
    func `is upright`(orientation: Orientation) {
        let stored = PixelSize(width: 3, height: 2)
        let colors = (0..<6).map { StraightColor(white: Double($0) / 10) }
        let grid = ColorGrid(size: stored, colors: colors).upright(from: orientation)
        let expected: [[Double]] =
            switch orientation {
            case .topLeft: [[0, 1, 2], [3, 4, 5]]
            case .topRight: [[2, 1, 0], [5, 4, 3]]
            case .bottomRight: [[5, 4, 3], [2, 1, 0]]
            case .bottomLeft: [[3, 4, 5], [0, 1, 2]]
            case .leftTop: [[0, 3], [1, 4], [2, 5]]
            case .rightTop: [[3, 0], [4, 1], [5, 2]]
            case .rightBottom: [[5, 2], [4, 1], [3, 0]]
            case .leftBottom: [[2, 5], [1, 4], [0, 3]]
            }
        #expect(grid.size.width == expected[0].count)
        #expect(grid.colors.map { ($0.red * 10).rounded() } == expected.flatMap { $0 })
    }

    @Test(arguments: [JPEGOptions.Subsampling.s420, .s444], [ChannelLayout.rgb, .gray])
    func `of a large JPEG is made of the means of blocks`(
        subsampling: JPEGOptions.Subsampling,
        layout: ChannelLayout
    ) throws {
        let size = PixelSize(width: 1501, height: 333)
        let picture = Picture(size, layout) { x, y, channel in
            UInt16(12_000 + x * 10 * (channel + 1) + y * 20)
        }
        let bytes = try picture.encoded(.jpeg(JPEGOptions(quality: 95, subsampling: subsampling)))
        let header = try ImageHeader.probe(bytes.span)
        #expect(ColorGrid.usesMeans(header))
        let found = try grid(bytes)
        let whole = try grid(Picture(decoding: bytes).encoded())
        #expect(found.size == whole.size)
        var greatest = 0.0
        for (one, other) in zip(found.colors, whole.colors) {
            greatest = max(greatest, abs(one.red - other.red), abs(one.blue - other.blue))
        }
        // Cells of 15 pixels share blocks of 16 pixels with their neighbors.
        #expect(greatest < 0.02)
        #expect(abs(found.average.red - whole.average.red) < 0.5 / 255)
        #expect(abs(found.average.green - whole.average.green) < 0.5 / 255)
        #expect(abs(found.average.blue - whole.average.blue) < 0.5 / 255)
    }

    @Test func `stops when it is cancelled`() throws {
        let size = PixelSize(width: 1200, height: 400)
        for options in [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions())] {
            let limits = DecodeLimits()
            let source = try SourceImage(
                bytes: Picture.noise(size, .rgb).encoded(options),
                limits: limits
            )
            let cancellation = Cancellation()
            cancellation.cancel()
            #expect(throws: RenderError.cancelled) {
                try ColorGrid(of: source, limits: limits, cancellation: cancellation)
            }
        }
    }
}
