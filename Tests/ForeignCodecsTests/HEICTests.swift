// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct HEICTests {
    @Test func `decodes what heif-enc has written close to its picture`() throws {
        let decoded = try ForeignPixels(ForeignFixture("lossy.heic", HEIC.self))
        #expect(decoded.header.channels == .rgb && decoded.header.bitCount == 8)
        #expect(decoded.header.frameCount == 1)
        #expect(decoded.deviation(from: ForeignFixture.color) <= 12)
    }

    @Test func `decodes alpha`() throws {
        let decoded = try ForeignPixels(ForeignFixture("alpha.heic", HEIC.self))
        #expect(decoded.header.channels == .rgba)
        #expect(
            decoded.deviation { x, y in
                [0, 1, 2].map { decoded.sample(x, y, $0) } + [255 - y * 255 / 31]
            } <= 4
        )
    }

    @Test func `turns the grid of a telephone upright, and leaves nothing to Exif`() throws {
        let decoded = try ForeignPixels(ForeignFixture("telephone.heic", HEIC.self))
        #expect(decoded.header.size == PixelSize(width: 112, height: 160))
        #expect(decoded.header.orientation == 1)
        #expect(decoded.header.profile != nil)
        let deviation = decoded.deviation { x, y in
            // The stored picture is 160 by 112, and its left side is at the top.
            Array(ForeignFixture.color(y * 47 / 159, (111 - x) * 31 / 111).prefix(3))
        }
        #expect(deviation <= 16)
    }

    @Test func `delivers the primary picture first, and others by their numbers`() throws {
        let fixture = ForeignFixture("pages.heic", HEIC.self)
        let first = try ForeignPixels(fixture)
        #expect(first.header.frameCount == 3)
        #expect(first.header.size == PixelSize(width: 48, height: 32))
        #expect(first.deviation(from: ForeignFixture.color) <= 24)
        for (frame, color) in [(1, [255, 0, 0]), (2, [0, 0, 255])] {
            let page = try ForeignPixels(fixture, ForeignRequest(frame: frame))
            #expect(page.header.size == PixelSize(width: 40, height: 24))
            #expect(page.deviation { _, _ in color } <= 4)
        }
        #expect(throws: ForeignError.noSuchFrame) {
            _ = try ForeignPixels(fixture, ForeignRequest(frame: 3))
        }
    }

    @Test func `has no encoder`() {
        #expect(throws: ForeignError.unsupported) {
            _ = try HEIC.file(.rgb) { _, _ in [0, 0, 0] }
        }
    }
}
