// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Kernels
import Raster
import Testing

@testable import Rendering

@Suite struct VariableBlurTests {
    private static let mask = ResourceID(digest: String(repeating: "a", count: 64))
    private let size = PixelSize(width: 150, height: 90)

    private func resources(_ mask: Picture) throws -> [ResourceID: SourceImage] {
        let file = try mask.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        return [Self.mask: try SourceImage(bytes: file, limits: DecodeLimits())]
    }

    private func blurred(
        _ picture: Picture,
        _ sigma: Float,
        by mask: Picture,
        _ channel: Mask.Channel = .luminance,
        edge: EdgeMode = .clamp
    ) throws -> Picture {
        let blur = try VariableBlur(
            sigma: sigma,
            mask: Mask(Self.mask, channel: channel),
            edge: edge
        )
        return try picture.rendered([.variableBlur(blur)], resources: try resources(mask))
    }

    private func constant(_ level: Double) -> Picture {
        Picture(PixelSize(width: 3, height: 2), .gray) { _, _, _ in UInt16(level * 65_535) }
    }

    @Test(arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba])
    func `changes nothing where the mask is black`(layout: ChannelLayout) throws {
        for size in oddSizes {
            let picture = Picture.deepNoise(size, layout)
            let result = try blurred(picture, 12, by: constant(0))
            // Color beneath alpha is rounded premultiplied.
            let distance = ExactPicture(result).distance(to: ExactPicture(picture))
            #expect(layout.hasAlpha ? distance < 1.1 : result == picture, "\(size)")
        }
    }

    @Test(arguments: [ChannelLayout.gray, .rgba], [0.6, 3, 25, 200] as [Float])
    func `is the whole blur where the mask is white`(
        layout: ChannelLayout,
        sigma: Float
    ) throws {
        for size in oddSizes {
            for edge in [EdgeMode.clamp, .mirror, .normalize, .transparent] {
                let picture = Picture.deepNoise(size, layout)
                let result = try blurred(picture, sigma, by: constant(1), edge: edge)
                let whole = try picture.rendered([
                    .blur(try GaussianBlur(sigma: sigma, edge: edge))
                ])
                #expect(result == whole, "\(size), \(edge)")
            }
        }
    }

    @Test(arguments: [4, 16, 40] as [Float])
    func `is close to the blur that a gray asks for`(sigma: Float) throws {
        for picture in [Picture.photo(size, .rgb), .deepNoise(size, .gray)] {
            for level in [26, 64, 100, 128, 160, 200, 230] {
                let strength = Double(level) / 255
                let result = try blurred(picture, sigma, by: constant(strength))
                let exact = try picture.rendered([
                    .blur(try GaussianBlur(sigma: sigma * Float(strength)))
                ])
                let squares = zip(result.samples, exact.samples).map {
                    (Double($0) - Double($1)) * (Double($0) - Double($1))
                }
                let error = (squares.reduce(0, +) / Double(squares.count)).squareRoot() / 65_535
                // The bound that the documentation states, for a picture of nothing but noise too.
                #expect(error < 0.02, "\(level)")
            }
        }
    }

    @Test func `variances of the levels add up to what the mask asks for`() throws {
        for sigma in [0.3, 1, 7, 50, 1_000] as [Float] {
            let blur = try VariableBlur(sigma: sigma, mask: Mask(Self.mask, channel: .alpha))
            let levels = BlurLevels(blur)
            let variances = [0] + levels.sigmas.map { Double($0) * Double($0) }
            for mask in 0...255 {
                let (level, weight) = levels.mix(mask)
                let part = Double(weight) / 65_536
                let mixed = variances[level] * (1 - part) + variances[level + 1] * part
                let asked = pow(Double(sigma) * Double(mask) / 255, 2)
                #expect(abs(mixed - asked) <= variances[variances.count - 1] * 1e-5)
            }
        }
    }

    @Test func `stretches the mask to the picture and takes what counts of it`() throws {
        // Left half sharp, right half blurred: a mask of two pixels, in all of its channels.
        let picture = Picture.deepNoise(size, .rgb)
        let whole = try picture.rendered([.blur(try GaussianBlur(sigma: 10))])
        func isSplit(_ result: Picture) -> Bool {
            (0..<size.height).allSatisfy { y in
                result[0, y, 1] == picture[0, y, 1] && result[149, y, 1] == whole[149, y, 1]
            }
        }
        let two = PixelSize(width: 2, height: 1)
        let gray = Picture(two, .gray) { x, _, _ in x == 0 ? 0 : 65_535 }
        #expect(isSplit(try blurred(picture, 10, by: gray)))
        let color = Picture(two, .rgba) { x, _, channel in x == 0 && channel < 3 ? 0 : 65_535 }
        #expect(isSplit(try blurred(picture, 10, by: color)))
        let alpha = Picture(two, .rgba) { x, _, channel in x == 0 && channel == 3 ? 0 : 65_535 }
        #expect(isSplit(try blurred(picture, 10, by: alpha, .alpha)))
        #expect(isSplit(try blurred(picture, 10, by: alpha, .luminance)))
        // A large mask is averaged: a fine checkerboard is a gray.
        let board = Picture(PixelSize(width: 600, height: 360), .gray) { x, y, _ in
            (x + y) % 2 == 0 ? 0 : 65_535
        }
        let half = try blurred(picture, 10, by: constant(0.5))
        let result = try blurred(picture, 10, by: board)
        #expect(ExactPicture(result).distance(to: ExactPicture(half)) < 257)
    }

    /// A row of a picture under a column of a mask, and the other way around.
    @Test(arguments: [
        PixelSize(width: 16_384, height: 1), PixelSize(width: 1, height: 16_384),
    ])
    func `a mask of another shape costs the pixels of both, not their product`(
        size: PixelSize
    ) throws {
        let picture = Picture(size, .gray) { x, y, _ in UInt16((x + y) % 97 * 600) }
        let column = Picture(size.transposed, .gray) { x, y, _ in (x + y) % 2 == 0 ? 0 : 51_400 }
        let mean = constant(100.0 / 255)
        #expect(try blurred(picture, 5, by: column) == blurred(picture, 5, by: mean))
        let blur = try VariableBlur(sigma: 5, mask: Mask(Self.mask, channel: .luminance))
        let file = try picture.encoded()
        let estimate = try Renderer(
            source: SourceImage(bytes: file, limits: DecodeLimits()),
            plan: Plan(filters: [.variableBlur(blur)]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits(),
            resources: try resources(column)
        ).estimate
        // To make a row of the picture of each of the mask's would be 16,384 passes over it.
        #expect(estimate.work < 500 * size.pixelCount + RenderEstimate.fixedWork)
        // The mask as it lies there, and what it comes of on both axes.
        #expect(estimate.memory > (2 + 2 + 1 + 2 * 3 * 8) * size.pixelCount)
    }

    @Test func `nothing is stretched for a render that nobody waits for`() throws {
        let cancellation = Cancellation()
        let pictures = ResourcePictures(uses: [Self.mask])
        let context = StageContext(
            resources: try resources(constant(1)),
            limits: DecodeLimits(),
            cancellation: cancellation,
            pictures: pictures
        )
        let picture = try pictures.picture(Self.mask, as: .alpha, context)
        cancellation.cancel()
        let frame = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let placed = PaneCoverage.PlacedMask(
            Mask(Self.mask, channel: .alpha),
            frame: Rectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        )
        #expect(throws: RenderError.cancelled) {
            _ = try picture.framed(placed.form, in: frame, by: .mean, cancellation)
        }
    }

    @Test func `a damaged mask is an error`() throws {
        var file = try Picture.deepNoise(PixelSize(width: 200, height: 200), .rgb).encoded()
        for index in (file.count / 2)..<(file.count / 2 + 40) { file[index] ^= 0x5a }
        let blur = try VariableBlur(sigma: 3, mask: Mask(Self.mask, channel: .alpha))
        #expect(throws: RenderError.self) {
            try Picture.noise(size, .rgb).rendered(
                [.variableBlur(blur)],
                resources: [Self.mask: try SourceImage(bytes: file, limits: DecodeLimits())]
            )
        }
    }

    @Test func `counts the mask: its file, its picture, and its bytes`() throws {
        func memory(_ mask: Picture, _ filters: [Filter]) throws -> Int {
            let file = try Picture.noise(size, .gray).encoded()
            return try Renderer(
                source: SourceImage(bytes: file, limits: DecodeLimits()),
                plan: Plan(filters: filters),
                output: OutputOptions(encoding: .png(PNGOptions())),
                limits: DecodeLimits(),
                resources: try resources(mask)
            ).estimate.memory
        }
        let blur = try VariableBlur(sigma: 3, mask: Mask(Self.mask, channel: .alpha))
        let large = Picture.deepNoise(PixelSize(width: 300, height: 200), .rgba)
        let least = try memory(constant(1), [])
        let small = try memory(constant(1), [.variableBlur(blur)])
        let more = try memory(large, [.variableBlur(blur)])
        #expect(small - least > size.pixelCount)
        let file = try large.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        // Two bytes of its alpha are kept for each pixel.
        #expect(more - small > large.size.pixelCount * 2 + file.count * 9 / 10)
    }

    @Test(arguments: [0.7, 6, 80] as [Float], [EdgeMode.clamp, .mirror, .normalize])
    func `keeps no more rows than it counts`(sigma: Float, edge: EdgeMode) throws {
        for height in [1, 50, 700] {
            let stage = VariableBlurStage(
                ConstantSource<Premultiplied>(PixelSize(width: 6, height: height), .gray),
                blur: try VariableBlur(
                    sigma: sigma,
                    mask: Mask(Self.mask, channel: .alpha),
                    edge: edge
                ),
                context: StageContext(
                    resources: try resources(constant(1)),
                    limits: DecodeLimits(),
                    cancellation: Cancellation(),
                    pictures: ResourcePictures()
                )
            )
            let planned = stage.queueCapacity
            #expect(try drain(stage) == height)
            #expect(stage.queueCapacity == planned, "\(height) rows")
        }
    }
}
