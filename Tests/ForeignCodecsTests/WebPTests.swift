// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct WebPTests {
    @Test func `decodes what Pillow has written without loss to the same pixels`() throws {
        let opaque = try ForeignPixels(ForeignFixture("lossless.webp", WebP.self))
        #expect(opaque.header == ForeignHeader(size: ForeignFixture.size, channels: .rgb))
        #expect(opaque.deviation(from: ForeignFixture.color) == 0)
        let clear = try ForeignPixels(ForeignFixture("alpha.webp", WebP.self))
        #expect(clear.header == ForeignHeader(size: ForeignFixture.size, channels: .rgba))
        #expect(clear.deviation(from: ForeignFixture.color) == 0)
    }

    @Test(arguments: ["lossy.webp", "lossy-alpha.webp"])
    func `decodes lossy files close to their pictures`(name: String) throws {
        let decoded = try ForeignPixels(ForeignFixture(name, WebP.self))
        for y in 0..<28 {
            for x in 0..<48 {
                for (actual, expected) in zip(decoded.pixel(x, y), ForeignFixture.color(x, y)) {
                    #expect(abs(actual - expected) <= 14, "at \(x), \(y)")
                }
            }
        }
    }

    @Test func `composes the frames of an animation with those before them`() throws {
        let fixture = ForeignFixture("animation.webp", WebP.self)
        let first = try ForeignPixels(fixture)
        #expect(first.header.frameCount == 3)
        #expect(first.header.channels == .rgba)
        // The encoder of animations forgets the colors of transparent pixels, which the last row has.
        let isEqual = (0..<31).allSatisfy { y in
            (0..<48).allSatisfy { x in first.pixel(x, y) == ForeignFixture.color(x, y) }
        }
        #expect(isEqual)
        let last = try ForeignPixels(fixture, ForeignRequest(frame: 2))
        #expect(last.pixel(20, 10) == [0, 0, 255, 255])
        #expect(throws: ForeignError.noSuchFrame) {
            _ = try ForeignPixels(fixture, ForeignRequest(frame: 3))
        }
    }

    @Test func `hands out the color profile`() throws {
        let decoded = try ForeignPixels(ForeignFixture("profile.webp", WebP.self))
        let profile = try #require(decoded.header.profile)
        #expect(profile[36..<40] == [0x61, 0x63, 0x73, 0x70])
    }

    @Test(arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba])
    func `keeps every pixel when it encodes without loss`(layout: ChannelLayout) throws {
        let levels = layout.isColor ? ForeignFixture.color : ForeignFixture.gray
        for effort in [0, 3, 6] {
            let options = ["effort": effort, "lossless": 1]
            let file = try WebP.file(layout, options: options, levels)
            let decoded = try ForeignPixels(WebP.self, file)
            #expect(decoded.header.channels == (layout.hasAlpha ? .rgba : .rgb))
            let deviation = decoded.deviation { x, y in
                let expected = levels(x, y)
                if layout.isColor { return expected }
                return [expected[0], expected[0], expected[0], expected[1]]
            }
            #expect(deviation == 0)
        }
    }

    @Test func `rounds samples of 16 bits when it encodes`() throws {
        let options = ["lossless": 1]
        let deep = try WebP.file(.rgb, options: options, bitCount: 16, ForeignFixture.color)
        let shallow = try WebP.file(.rgb, options: options, ForeignFixture.color)
        #expect(deep == shallow)
    }

    @Test func `writes smaller files at lower quality`() throws {
        let sizes = try [20, 60, 95].map {
            try WebP.file(.rgb, options: ["quality": $0], ForeignFixture.color).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }

    @Test(arguments: [ChannelLayout.rgb, .rgba], [true, false])
    func `writes a color profile before the pixels`(layout: ChannelLayout, isLossless: Bool) throws
    {
        let profile = [UInt8](repeating: 7, count: 151)
        let options = ["lossless": isLossless ? 1 : 0]
        let file = try WebP.file(layout, options: options, profile: profile, ForeignFixture.color)
        let decoded = try ForeignPixels(WebP.self, file)
        #expect(decoded.header.profile == profile)
        #expect(decoded.header.channels == (layout.hasAlpha ? .rgba : .rgb))
        let bare = try WebP.file(layout, options: options, ForeignFixture.color)
        #expect(try ForeignPixels(WebP.self, bare).bytes == decoded.bytes)
    }

    @Test func `refuses a side that the format cannot hold`() throws {
        #expect(throws: ForeignError.sideTooLong) {
            _ = try WebP.file(.gray, PixelSize(width: 16_384, height: 1)) { _, _ in [0] }
        }
        let limit = PixelSize(width: 16_383, height: 1)
        let file = try WebP.file(.gray, limit) { _, _ in [0] }
        #expect(try ForeignPixels(WebP.self, file).header.size == limit)
    }

    @Test func `ends the encoding when no more bytes are taken`() throws {
        let pixels = [UInt8](repeating: 9, count: 48)
        let picture = ForeignPicture(size: PixelSize(width: 4, height: 4), layout: .rgb)
        try WebP.load()
        #expect(throws: ForeignError.stopped) {
            try WebP.encode(pixels.span, picture) { _ in false }
        }
    }

    @Test func `names the version of the library`() throws {
        try WebP.load()
        #expect(WebP.libraryVersion.split(separator: ".").count == 3)
    }

    @Test func `makes edges between colors sharper if told to`() throws {
        let errors = try [false, true].map { keepsChroma in
            let options = ["quality": 90, "subsampling": keepsChroma ? 2 : 1]
            let file = try WebP.file(.rgb, options: options, ForeignFixture.diagonals)
            return try ForeignPixels(WebP.self, file).error(of: ForeignFixture.diagonals)
        }
        #expect(errors[1] < 0.8 * errors[0], "\(errors)")
    }
}
