// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs
@testable import Effects
@testable import Rendering

@Suite struct PlaceholderAnalysisTests {
    private func placeholder(
        _ bytes: [UInt8],
        box: PixelRect? = nil,
        measure: ContrastMeasure = .wcag,
        background: Color = .white
    ) throws -> Placeholder {
        let limits = DecodeLimits()
        let source = try SourceImage(bytes: bytes, limits: limits)
        let size = source.header.size
        let goal = PlaceholderGoal(
            components: PixelSize(width: 4, height: 3),
            colorCount: 5,
            box: box ?? PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            measure: measure,
            background: background
        )
        let analysis = PlaceholderAnalysis(of: source, goal, limits: limits)
        return try analysis.run(cancellation: Cancellation())
    }

    @Test(
        arguments: [(1, 1), (3, 200), (200, 3), (64, 48), (640, 480), (5000, 7)],
        ChannelLayout.allCases
    )
    func `has a tiny picture of the same shape within its limit`(
        size: (Int, Int),
        layout: ChannelLayout
    ) throws {
        let size = PixelSize(width: size.0, height: size.1)
        let bytes = try placeholder(Picture.noise(size, layout).encoded()).tinyPicture
        #expect(bytes.count <= TinyPicture.byteLimit)
        let header = try ImageHeader.probe(bytes.span)
        let longest = max(header.size.width, header.size.height)
        #expect(header.size == ColorGrid.size(for: size, side: longest))
        #expect(longest >= min(6, max(size.width, size.height)))
    }

    @Test func `has a tiny picture of the picture's colors`() throws {
        let size = PixelSize(width: 300, height: 200)
        let halves = Picture(size, .rgba) { x, _, channel in
            channel == 3 ? (x < 150 ? 65_535 : 32_896) : channel == 0 ? 65_535 : 0
        }
        let tiny = try Picture(decoding: placeholder(halves.encoded()).tinyPicture)
        #expect(tiny.layout == .rgba)
        let last = tiny.size.width - 1
        #expect(tiny[0, 0, 3] == 65_535 && tiny[last, 0, 3] == 128 * 257)
        #expect(tiny[0, 0, 0] == 65_535 && tiny[last, 0, 0] == 65_535 && tiny[0, 0, 1] == 0)
    }

    /// The contrast of black on a gray, and of white, by the formula of WCAG 2.
    @Test(arguments: [0, 60, 110, 117, 118, 130, 200, 255])
    func `chooses black or white for a text`(level: Int) throws {
        let gray = Picture(PixelSize(width: 40, height: 30), .gray) { _, _, _ in UInt16(level * 257)
        }
        let found = try placeholder(gray.encoded())
        let light = StraightColor(white: Double(level) / 255).light.x
        let (black, white) = ((light + 0.05) / 0.05, 1.05 / (light + 0.05))
        #expect(found.text == (black >= white ? .black : .white))
        #expect(abs(found.contrast - max(black, white)) < 1e-6)
    }

    @Test func `chooses by the text's box alone, and over the background`() throws {
        let size = PixelSize(width: 400, height: 100)
        let halves = Picture(size, .grayAlpha) { x, _, channel in
            channel == 0 ? (x < 200 ? 0 : 65_535) : (x < 200 ? 65_535 : 0)
        }
        let bytes = try halves.encoded()
        let (left, right) = (
            PixelRect(x: 0, y: 0, width: 200, height: 100),
            PixelRect(x: 200, y: 0, width: 200, height: 100)
        )
        #expect(try placeholder(bytes, box: left).text == .white)
        #expect(try placeholder(bytes, box: right).text == .black)
        #expect(try placeholder(bytes, box: right, background: .black).text == .white)
        #expect(try placeholder(bytes, box: left, measure: .apca).contrast > 90)
    }

    @Test func `counts colors by alpha, and has none of a picture that is transparent everywhere`()
        throws
    {
        let size = PixelSize(width: 20, height: 10)
        let mixed = Picture(size, .rgba) { x, _, channel in
            channel == 3 ? (x < 10 ? 65_535 : 0) : channel == (x < 10 ? 1 : 0) ? 65_535 : 0
        }
        let found = try placeholder(mixed.encoded())
        #expect(found.average == Color(red: 0, green: 255, blue: 0))
        #expect(found.dominant == Color(red: 0, green: 255, blue: 0))
        #expect(found.opacity == 0.5)
        let clear = try placeholder(Picture(size, .rgba) { _, _, _ in 0 }.encoded())
        #expect(clear.palette.isEmpty)
        #expect(clear.average == .black && clear.dominant == .black)
        #expect(clear.opacity == 0)
    }

    @Test func `has the colors of sRGB, whatever the picture's space`() throws {
        let primaries = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]
        let profile = ICCProfile.making(.standard, Chromaticities(primaries))
        for (size, options) in [
            (PixelSize(width: 16, height: 16), EncodingOptions.png(PNGOptions())),
            (PixelSize(width: 1600, height: 64), .jpeg(JPEGOptions(quality: 100))),
        ] {
            let color = [100, 140, 60]
            let flat = Picture(size, .rgb) { _, _, channel in UInt16(color[channel] * 257) }
            let found = try placeholder(flat.encoded(options, profile: profile))
            let expected = CSSColorSpace.displayP3.convert(
                SIMD3(100, 140, 60) / 255,
                to: .srgb
            )
            for color in [found.average, found.dominant] {
                let channels = [color.red, color.green, color.blue]
                for (index, channel) in channels.enumerated() {
                    #expect(abs(Double(channel) - expected[index] * 255) <= 1.6)
                }
            }
        }
    }
}
