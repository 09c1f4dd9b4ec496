// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@testable import Rendering

@Suite struct MagnifyingStageTests {
    /// What went in at c + (x − c) / factor, interpolated linearly and premultiplied.
    private func magnified(_ picture: Picture, _ factor: Double) -> ExactPicture {
        let source = ExactPicture(picture).premultiplied
        let size = picture.size
        func place(_ position: Int, _ count: Int) -> Double {
            let center = Double(count) / 2
            return min(
                max(center + (Double(position) + 0.5 - center) / factor - 0.5, 0),
                Double(count - 1)
            )
        }
        return ExactPicture(size: size) { x, y in
            let (u, v) = (place(x, size.width), place(y, size.height))
            let (i, j) = (Int(u), Int(v))
            let (k, l) = (min(i + 1, size.width - 1), min(j + 1, size.height - 1))
            let (s, t) = (u - Double(i), v - Double(j))
            let above = source[i, j] * (1 - s) + source[k, j] * s
            return above * (1 - t) + (source[i, l] * (1 - s) + source[k, l] * s) * t
        }.unpremultiplied
    }

    @Test(arguments: ChannelLayout.allCases, [1.01, 1.04, 1.7, 10])
    func `shows what lies closer to the center`(layout: ChannelLayout, factor: Double) throws {
        for size in oddSizes + [PixelSize(width: 20, height: 300)] {
            let picture = Picture.deepNoise(size, layout)
            let result = try picture.rendered([.magnify(try Magnification(factor: factor))])
            #expect(result.layout == layout)
            let expected = magnified(picture, factor)
            #expect(ExactPicture(result).distance(to: expected) < 3, "\(size)")
        }
    }

    @Test func `keeps the center where it is, and its extent`() throws {
        let size = PixelSize(width: 41, height: 31)
        let picture = Picture(size, .gray) { x, y, _ in x == 20 && y == 15 ? 65_535 : 0 }
        let result = try picture.rendered([.magnify(try Magnification(factor: 3))])
        #expect(result.size == size)
        #expect(result[20, 15, 0] == 65_535)
        #expect(result[19, 15, 0] == result[21, 15, 0] && result[19, 15, 0] > 30_000)
        #expect(result[16, 15, 0] == 0 && result[20, 11, 0] == 0)
    }

    @Test func `does nothing to a picture that does not grow`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 20, height: 30), .rgba)
        #expect(try picture.rendered([.magnify(try Magnification(factor: 1))]) == picture)
    }

    @Test(arguments: [1.01, 1.04, 2, 10], [1, 15, 16, 17, 100, 700])
    func `keeps no more rows than it counts, and takes as many as it gives`(
        factor: Double,
        height: Int
    ) throws {
        let source = ConstantSource<Premultiplied>(PixelSize(width: 5, height: height), .rgb)
        let stage = MagnifyingStage(source, magnification: try Magnification(factor: factor))
        let planned = stage.queueCapacity
        var band = stage.makeBand()
        var count = 0
        repeat {
            try stage.pull(into: &band)
            count += band.rowCount
            #expect(source.row >= count)
        } while band.rowCount > 0
        #expect(count == height)
        #expect(stage.queueCapacity == planned)
    }

    @Test func `keeps few rows of a tall picture`() throws {
        let size = PixelSize(width: 1_000, height: 10_000)
        let bytes = MagnifyingStage.byteCount(
            try Magnification(factor: 1.04),
            size: size,
            layout: .rgb
        )
        // Half of the height times .04 / 1.04, and a few bands.
        #expect(bytes < 1_024 * 6 * 250)
    }
}
