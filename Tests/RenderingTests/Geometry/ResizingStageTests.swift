// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

@Suite struct ResizingStageTests {
    /// The result of a change of size, as its definition says, in double precision.
    private static func resized(_ picture: ExactPicture, _ resize: Resize) -> ExactPicture {
        let part = resize.source(on: picture.size)
        func weights(_ origin: Double, _ length: Double, _ count: Int, _ index: Int, _ limit: Int)
            -> [(Int, Double)]
        {
            let step = length / Double(count)
            let center = origin + (Double(index) + 0.5) * step
            if resize.kernel == .nearest {
                return [(min(max(Int(center.rounded(.down)), 0), limit - 1), 1)]
            }
            let all = (0..<limit).map {
                ($0, resize.kernel.weight(at: (Double($0) + 0.5 - center) / max(1, step)))
            }
            let sum = all.reduce(0) { $0 + $1.1 }
            return all.filter { $0.1 != 0 }.map { ($0.0, $0.1 / sum) }
        }
        let columns = (0..<resize.size.width).map {
            weights(part.x, part.width, resize.size.width, $0, picture.size.width)
        }
        let source = picture.premultiplied
        let size = PixelSize(width: resize.size.width, height: picture.size.height)
        var wide: [ExactPicture.Pixel] = []
        for y in 0..<size.height {
            for column in columns {
                wide.append(column.reduce(.zero) { $0 + source[$1.0, y] * $1.1 })
            }
        }
        return ExactPicture(size: resize.size) { x, y in
            let row = weights(part.y, part.height, resize.size.height, y, size.height)
            var sum = row.reduce(ExactPicture.Pixel.zero) {
                $0 + wide[$1.0 * size.width + x] * $1.1
            }
            sum.w = min(max(sum.w, 0), 1)
            return sum.clamped(
                lowerBound: .zero,
                upperBound: ExactPicture.Pixel(repeating: sum.w)
            )
        }.unpremultiplied
    }

    private static func expect(
        _ picture: Picture,
        _ resize: Resize,
        within limit: Double = 4
    ) throws {
        let result = try picture.rendered([.reshape(.resize(resize))])
        #expect(result.size == resize.size && result.layout == picture.layout)
        let expected = resized(ExactPicture(picture), resize)
        #expect(ExactPicture(result).distance(to: expected) < limit, "\(resize)")
    }

    @Test(arguments: ResamplingKernel.allCases, ChannelLayout.allCases)
    func `is the sum that its definition says, with fewer pixels and with more`(
        kernel: ResamplingKernel,
        layout: ChannelLayout
    ) throws {
        let picture = Picture.deepNoise(PixelSize(width: 61, height: 47), layout)
        for (width, height) in [(20, 16), (7, 47), (61, 5), (200, 90), (1, 1), (33, 100)] {
            let size = PixelSize(width: width, height: height)
            try Self.expect(picture, Resize(size: size, kernel: kernel))
        }
    }

    @Test(arguments: ResamplingKernel.allCases)
    func `takes parts with edges between pixels`(kernel: ResamplingKernel) throws {
        let picture = Picture.deepNoise(PixelSize(width: 90, height: 70), .rgba)
        let part = Rectangle(x: 10.25, y: 8.6, width: 55.5, height: 41.9)
        for (width, height) in [(17, 12), (120, 100), (56, 42)] {
            let size = PixelSize(width: width, height: height)
            try Self.expect(picture, Resize(size: size, source: part, kernel: kernel))
        }
    }

    @Test(arguments: [ResamplingKernel.box, .nearest], [0, 1])
    func `counts a pixel at the end of a box once, to the right`(
        kernel: ResamplingKernel,
        halves: Int
    ) {
        for input in 1...101 {
            let part = Rectangle(x: Double(halves) / 2, y: 0, width: Double(input), height: 1)
            let picture = PixelSize(width: input + halves, height: 1)
            for output in 1...101 {
                let size = PixelSize(width: output, height: 1)
                let resize = Resize(size: size, source: part, kernel: kernel)
                let reach = kernel == .box ? max(input, output) : output
                let expected = (0..<output).map { index in
                    (0..<picture.width).filter {
                        let distance = (2 * $0 + 1 - halves) * output - (2 * index + 1) * input
                        return -reach < distance && distance <= reach
                    }
                }
                let counted = resize.axes(on: picture).columns.runs.map { run in
                    run.weights.indices.map { run.first + $0 }
                }
                #expect(counted == expected, "\(input) to \(output)")
            }
        }
    }

    @Test(arguments: oddSizes)
    func `resizes pictures of any size`(size: PixelSize) throws {
        let picture = Picture.deepNoise(size, .rgba)
        for (width, height) in [(1, 1), (16, 17), (40, 3)] {
            try Self.expect(picture, Resize(size: PixelSize(width: width, height: height)))
        }
    }

    @Test func `keeps one color as it is`() throws {
        for level in [0, 1, 257, 40_000, 65_534, 65_535] as [UInt16] {
            let picture = Picture(PixelSize(width: 640, height: 9), .gray) { _, _, _ in level }
            for kernel in ResamplingKernel.allCases {
                let resize = Resize(size: PixelSize(width: 7, height: 31), kernel: kernel)
                let result = try picture.rendered([.reshape(.resize(resize))])
                #expect(result.samples.allSatisfy { $0 == level }, "\(kernel) \(level)")
            }
        }
    }

    @Test func `keeps pixels where it only crops`() throws {
        let picture = Picture.deepNoise(PixelSize(width: 30, height: 20), .rgba)
        let part = Rectangle(x: 4, y: 3, width: 20, height: 10)
        let resize = Resize(
            size: PixelSize(width: 20, height: 10),
            source: part,
            kernel: .mitchell
        )
        let crop = PixelRect(x: 4, y: 3, width: 20, height: 10)
        let expected = Picture(crop.size, .rgba) { x, y, channel in
            picture[x + crop.x, y + crop.y, channel]
        }
        #expect(try picture.rendered([.reshape(.resize(resize))]) == expected)
        #expect(try picture.rendered([.reshape(.crop(crop))]) == expected)
    }

    @Test func `averages light where that is asked for`() throws {
        let picture = Picture(PixelSize(width: 64, height: 64), .rgb) { x, y, _ in
            (x + y) % 2 == 0 ? 0 : 65_535
        }
        let size = PixelSize(width: 16, height: 16)
        for (isLinear, level) in [(false, 0.5), (true, 0.735_357)] {
            let resize = Resize(size: size, kernel: .box, isLinear: isLinear)
            let result = try picture.rendered([.reshape(.resize(resize))])
            for sample in result.samples {
                #expect(abs(Double(sample) / 65_535 - level) < 0.000_1)
            }
        }
    }

    @Test func `refuses a part outside of the picture`() throws {
        let part = PixelRect(x: 20, y: 3, width: 20, height: 10)
        #expect(throws: RenderError.plan(.partOutside(part))) {
            let picture = Picture.noise(PixelSize(width: 30, height: 20), .rgb)
            _ = try picture.rendered([.reshape(.crop(part))])
        }
    }

    @Test(arguments: [(40, 300), (400, 300), (300, 1000), (1000, 40), (1, 1)])
    func `reads no more rows than it says`(width: Int, height: Int) throws {
        let source = ConstantSource<Premultiplied>(PixelSize(width: 300, height: 700), .rgb)
        let resize = Resize(size: PixelSize(width: width, height: height))
        let plan = PlannedStage<Premultiplied>(
            ResizingStage.Plan(resize: resize),
            on: PictureShape(size: source.size, layout: source.layout)
        )
        let stage = ResizingStage(source, resize: resize)
        var band = stage.makeBand()
        var count = 0
        repeat {
            try stage.pull(into: &band)
            count += band.rowCount
            #expect(source.row <= plan.intake.rows(for: count))
        } while band.rowCount > 0
        #expect(count == height)
    }
}
