// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Foundation
import Raster
import Rendering
import Synchronization
import Testing

@Suite struct RendererTests {
    private let size = PixelSize(width: 45, height: 37)

    @Test(arguments: ChannelLayout.allCases)
    func `a plan without steps keeps every bit`(layout: ChannelLayout) throws {
        let picture = Picture.noise(size, layout)
        #expect(try Picture(decoding: try render(try picture.encoded())) == picture)
    }

    @Test func `a blur of zero keeps color under transparent pixels`() throws {
        var picture = Picture.noise(size, .rgba)
        let alpha = 3 * size.pixelCount
        for index in alpha..<(alpha + size.pixelCount / 2) { picture.samples[index] = 0 }
        let plan = Plan(blur: try GaussianBlur(sigma: 0), saturate: try Saturation(amount: 1))
        #expect(try Picture(decoding: try render(try picture.encoded(), plan)) == picture)
    }

    @Test func `sixteen bits survive`() throws {
        let picture = Picture(size, .rgb) { x, y, channel in
            UInt16(truncatingIfNeeded: x &* 1_733 &+ y &* 977 &+ channel &* 21_001)
        }
        let file = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        let result = try render(file)
        #expect(try SourceImage(bytes: result, limits: DecodeLimits()).header.bitDepth == .sixteen)
        #expect(try Picture(decoding: result) == picture)
    }

    @Test(arguments: [0, 0.5, 1.8, 100] as [Double])
    func `saturates by the matrix of the specification`(amount: Double) throws {
        let picture = Picture.noise(size, .rgb)
        let plan = Plan(blur: nil, saturate: try Saturation(amount: amount))
        let result = try Picture(decoding: try render(try picture.encoded(), plan))
        let weights = [0.2126, 0.7152, 0.0722]
        let saturation = Double(amount)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = (0..<3).map { Double(picture[x, y, $0]) / 257 }
                let luma = zip(weights, color).map { $0 * $1 }.reduce(0, +)
                for channel in 0..<3 {
                    let exact = luma + saturation * (color[channel] - luma)
                    let expected = min(255, max(0, exact))
                    let actual = Double(result[x, y, channel]) / 257
                    if abs(actual - expected) > 0.51 {
                        Issue.record("\(actual), not \(expected), at \(x), \(y), \(channel)")
                        return
                    }
                }
            }
        }
    }

    @Test func `gray has nothing to saturate`() throws {
        let picture = Picture.noise(size, .grayAlpha)
        let plan = Plan(blur: nil, saturate: try Saturation(amount: 3))
        #expect(try Picture(decoding: try render(try picture.encoded(), plan)) == picture)
    }

    @Test(arguments: EdgeMode.allCases)
    func `blurs a constant to a constant, and fades only what has no edge`(edge: EdgeMode) throws {
        let picture = Picture(size, .rgb) { _, _, channel in UInt16(40 + 90 * channel) * 257 }
        let plan = Plan(blur: try GaussianBlur(sigma: 4, edge: edge), saturate: nil)
        let result = try Picture(decoding: try render(try picture.encoded(), plan))
        let margin = edge == .expand ? 12 : 0
        #expect(result.size.width == size.width + 2 * margin)
        #expect(result.size.height == size.height + 2 * margin)
        #expect(result.layout == (edge.introducesAlpha ? .rgba : .rgb))
        let center = (x: result.size.width / 2, y: result.size.height / 2)
        for channel in 0..<3 {
            #expect(result[center.x, center.y, channel] == UInt16(40 + 90 * channel) * 257)
        }
        if edge.introducesAlpha {
            // Half of the weights fall inside along each axis, the middle one whole.
            let sum = (-16...16).map { exp(-Double($0 * $0) / 32) }.reduce(0, +)
            let half = (0.5 + 0.5 / sum)
            let corner = edge == .transparent ? half * half : 0
            #expect(abs(Double(result[0, 0, 3]) / 257 - corner * 255) < 1)
            #expect(result[center.x, center.y, 3] > 65_000)
        }
    }

    @Test func `lays alpha over the background in a format that has none`() throws {
        let picture = Picture(size, .rgba) { _, _, channel in channel == 3 ? 0 : 1_000 }
        let background = Color(red: 200, green: 30, blue: 90)
        let output = OutputOptions(
            encoding: .jpeg(JPEGOptions(quality: 100, subsampling: .s444)),
            background: background
        )
        let result = try Picture(decoding: try render(try picture.encoded(), Plan([]), output))
        #expect(result.layout == .rgb)
        for (channel, expected) in [background.red, background.green, background.blue].enumerated()
        {
            let actual = Double(result[20, 20, channel]) / 257
            #expect(abs(actual - Double(expected)) < 2.5)
        }
    }

    @Test func `stays gray over a gray background and becomes color over another`() throws {
        let file = try Picture.noise(size, .grayAlpha).encoded()
        for (background, layout) in [
            (Color.white, ChannelLayout.gray), (Color(red: 1, green: 2, blue: 3), .rgb),
        ] {
            let output = OutputOptions(encoding: .jpeg(JPEGOptions()), background: background)
            #expect(try Picture(decoding: try render(file, Plan([]), output)).layout == layout)
        }
    }

    @Test func `refuses a result that grows beyond the limits`() throws {
        let file = try Picture.noise(PixelSize(width: 1, height: 1), .gray).encoded()
        let plan = Plan(blur: try GaussianBlur(sigma: 1000, edge: .expand), saturate: nil)
        let limits = DecodeLimits(maximumSide: 6000, maximumPixelCount: 50_000_000)
        #expect(throws: RenderError.resultTooLarge(PixelSize(width: 6001, height: 6001))) {
            try render(file, plan, limits: limits)
        }
    }

    @Test func `tells what it needs before it begins`() throws {
        let small = try Renderer(
            source: SourceImage(
                bytes: try Picture.noise(size, .rgb).encoded(),
                limits: DecodeLimits()
            ),
            plan: Plan(blur: try GaussianBlur(sigma: 9), saturate: nil),
            output: OutputOptions(encoding: .jpeg(JPEGOptions())),
            limits: DecodeLimits()
        )
        #expect(small.estimate.memory > 10_000)
        #expect(small.estimate.work > size.pixelCount * 3)
        #expect(small.outputSize == size)
    }

    @Test func `prices a render on demand, and designs no blur for that`() throws {
        let renderer = try Renderer(
            source: SourceImage(
                bytes: try Picture.noise(size, .rgb).encoded(.jpeg(JPEGOptions())),
                limits: DecodeLimits()
            ),
            plan: Plan(blur: try GaussianBlur(sigma: 9), saturate: nil),
            output: OutputOptions(encoding: .jpeg(JPEGOptions())),
            limits: DecodeLimits()
        )
        #expect(renderer.outputSize == size && renderer.outputLayout == .rgb)
        #expect(!renderer.isPriced)
        let copy = renderer
        #expect(renderer.estimate.work > 0)
        #expect(renderer.isPriced && copy.isPriced)
        #expect(!copy.isDesigned)
    }

    /// What the estimate of a render grows by when something about it changes.
    private func growth(
        _ options: EncodingOptions,
        orientation: Orientation = .topLeft,
        from plain: EncodingOptions = .jpeg(JPEGOptions())
    ) throws -> RenderEstimate {
        func estimate(_ options: EncodingOptions, _ orientation: Orientation) throws
            -> RenderEstimate
        {
            let bytes = try Picture.noise(size, .rgb).encoded(.jpeg(JPEGOptions()))
            var header = try SourceImage(bytes: bytes, limits: DecodeLimits()).header
            header.orientation = orientation
            return try Renderer(
                source: SourceImage(bytes: bytes, header: header),
                plan: Plan([]),
                output: OutputOptions(encoding: options),
                limits: DecodeLimits()
            ).estimate
        }
        let (before, after) = (try estimate(plain, .topLeft), try estimate(options, orientation))
        return RenderEstimate(memory: after.memory - before.memory, work: after.work - before.work)
    }

    @Test func `counts the picture that must be kept to be turned`() throws {
        let growth = try growth(.jpeg(JPEGOptions()), orientation: .rightTop)
        #expect(growth.memory >= size.pixelCount * 3)
        #expect(growth.work >= size.pixelCount * 3)
    }

    @Test func `counts the coefficients and the file that a progressive result holds back`() throws
    {
        let growth = try growth(.jpeg(JPEGOptions(progressive: true)))
        #expect(growth.memory >= size.pixelCount * 3 / 2 * 2 + size.pixelCount * 3 / 2)
        #expect(growth.work > 0)
    }

    @Test func `an error keeps coming back`() throws {
        var file = try Picture.noise(PixelSize(width: 300, height: 300), .rgb).encoded()
        for index in (file.count / 2)..<(file.count / 2 + 40) { file[index] ^= 0x5a }
        let renderer = try Renderer(
            source: SourceImage(bytes: file, limits: DecodeLimits()),
            plan: Plan([]),
            output: OutputOptions(encoding: .png(PNGOptions())),
            limits: DecodeLimits()
        )
        let session = renderer.makeSession(cancellation: Cancellation()) { _ in }
        let first = #expect(throws: RenderError.self) {
            while case .rendering = try session.step() {}
        }
        #expect(throws: try #require(first)) { try session.step() }
    }
}
