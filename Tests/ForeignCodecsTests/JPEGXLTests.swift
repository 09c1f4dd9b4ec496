// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct JPEGXLTests {
    @Test(arguments: ["lossless.jxl", "alpha.jxl", "boxed.jxl"])
    func `decodes what cjxl has written without loss to the same pixels`(name: String) throws {
        let decoded = try ForeignPixels(ForeignFixture(name, JPEGXL.self))
        #expect(decoded.header.channels == (name == "alpha.jxl" ? .rgba : .rgb))
        #expect(decoded.header.primaries == 1 && decoded.header.transfer == 13)
        #expect(decoded.header.frameCount == 1)
        #expect(decoded.deviation(from: ForeignFixture.color) == 0)
    }

    @Test func `decodes gray, and lossy files close to their pictures`() throws {
        let gray = try ForeignPixels(ForeignFixture("gray.jxl", JPEGXL.self))
        #expect(gray.header.channels == .gray)
        #expect(gray.deviation(from: ForeignFixture.gray) == 0)
        let lossy = try ForeignPixels(ForeignFixture("lossy.jxl", JPEGXL.self))
        #expect(lossy.deviation(from: ForeignFixture.color) <= 20)
    }

    @Test(arguments: [ChannelLayout.gray, .grayAlpha, .rgb, .rgba], [8, 16])
    func `keeps every pixel when it encodes without loss`(layout: ChannelLayout, bitCount: Int)
        throws
    {
        let levels = layout.isColor ? ForeignFixture.color : ForeignFixture.gray
        let options = ["effort": 1, "lossless": 1]
        let file = try JPEGXL.file(layout, options: options, bitCount: bitCount, levels)
        let decoded = try ForeignPixels(JPEGXL.self, file)
        #expect(decoded.header.bitCount == bitCount)
        #expect(decoded.header.channels.rawValue == layout.rawValue)
        #expect(decoded.deviation(from: levels) == 0)
    }

    @Test func `decodes frames of an animation`() throws {
        let fixture = ForeignFixture("animation.jxl", JPEGXL.self)
        #expect(try ForeignPixels(fixture).header.frameCount == 3)
        for (frame, color) in [[255, 0, 0], [0, 255, 0], [0, 0, 255]].enumerated() {
            let decoded = try ForeignPixels(fixture, ForeignRequest(frame: frame))
            #expect(Array(decoded.pixel(24, 16).prefix(3)) == color)
        }
        #expect(throws: ForeignError.noSuchFrame) {
            _ = try ForeignPixels(fixture, ForeignRequest(frame: 3))
        }
    }

    @Test func `writes smaller files at lower quality`() throws {
        let sizes = try [20, 60, 95].map {
            try JPEGXL.file(.rgb, options: ["quality": $0], ForeignFixture.color).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    }
}
