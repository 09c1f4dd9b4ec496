// SPDX-License-Identifier: Apache-2.0

import ForeignCodecs
import Raster
import Testing

@Suite struct GIFTests {
    @Test(arguments: ["gray.gif", "interlaced.gif"])
    func `decodes rows in both orders`(name: String) throws {
        let decoded = try ForeignPixels(ForeignFixture(name, GIF.self))
        #expect(decoded.header == ForeignHeader(size: ForeignFixture.size, channels: .rgb))
        let deviation = decoded.deviation { x, y in
            [Int](repeating: ForeignFixture.gray(x, y)[0], count: 3)
        }
        #expect(deviation == 0)
    }

    @Test func `leaves out pixels of the transparent color`() throws {
        let decoded = try ForeignPixels(ForeignFixture("transparent.gif", GIF.self))
        #expect(decoded.header.channels == .rgba)
        let deviation = decoded.deviation { x, y in
            [[255, 0, 0, 255], [0, 0, 0, 0], [0, 0, 255, 255]][(x + y) % 3]
        }
        #expect(deviation == 0)
    }

    static let red = [255, 0, 0]
    static let green = [0, 255, 0]
    static let blue = [0, 0, 255]

    /// The second square, at (24, 8), lies beside the first, at (8, 8), with which something happens before.
    @Test(arguments: [1, 2, 3])
    func `does with a frame before the next what the file asks for`(disposal: Int) throws {
        let fixture = ForeignFixture("disposal\(disposal).gif", GIF.self)
        let first = try ForeignPixels(fixture)
        #expect(first.header.frameCount == 3 && first.header.channels == .rgb)
        #expect(first.deviation { _, _ in Self.red } == 0)
        let second = try ForeignPixels(fixture, ForeignRequest(frame: 1))
        #expect(second.pixel(10, 10) == Self.green && second.pixel(30, 10) == Self.red)
        let third = try ForeignPixels(fixture, ForeignRequest(frame: 2))
        #expect(third.header.channels == (disposal == 2 ? .rgba : .rgb))
        #expect(Array(third.pixel(30, 10).prefix(3)) == Self.blue)
        switch disposal {
        case 1: #expect(third.pixel(10, 10) == Self.green)
        case 2: #expect(third.pixel(10, 10) == [0, 0, 0, 0])
        case _: #expect(third.pixel(10, 10) == Self.red)
        }
        #expect(throws: ForeignError.noSuchFrame) {
            _ = try ForeignPixels(fixture, ForeignRequest(frame: 3))
        }
    }

    @Test func `shows frames that are whole, of a file that breaks off later`() throws {
        let file = try ForeignFixture("disposal1.gif", GIF.self).bytes
        let cut = Array(file[..<(file.count - 60)])
        #expect(try ForeignPixels(GIF.self, cut).header.frameCount == 2)
        #expect(throws: ForeignError.truncated) {
            _ = try ForeignPixels(GIF.self, cut, ForeignRequest(frame: 2))
        }
    }

    @Test func `draws a file with too small a screen like one with a right one`() throws {
        let whole = try ForeignFixture("disposal1.gif", GIF.self).bytes
        var file = whole
        (file[6], file[8]) = (16, 12)
        let last = try ForeignPixels(GIF.self, file, ForeignRequest(frame: 2))
        #expect(last.bytes == (try ForeignPixels(GIF.self, whole, ForeignRequest(frame: 2))).bytes)
    }

    @Test func `takes the extent of the first frame for a screen without one`() throws {
        var file = try ForeignFixture("disposal1.gif", GIF.self).bytes
        file[6] = 0
        #expect(try ForeignPixels(GIF.self, file).header.size == ForeignFixture.size)
    }

    // As Chromium 156 and Pillow 13 show it: the first frame is whole, later ones are cut off.
    @Test func `is as large as a first frame that is larger than the screen`() throws {
        var file: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x37, 0x61, 4, 0, 2, 0, 0x81, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF, 0,
            0,
            0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 4, 0, 2, 0, 0, 8, 9, 0, 1, 8, 12, 16, 0, 0, 0xC1, 0x80, 0,
            0x3B,
        ]
        (file[6], file[8]) = (2, 1)
        let picture = try ForeignPixels(GIF.self, file)
        #expect(picture.header.size == PixelSize(width: 4, height: 2))
        #expect(picture.pixel(0, 0) == [255, 0, 0] && picture.pixel(3, 1) == [0, 0, 255])
        // Partly outside, at 2, 1.
        (file[26], file[28]) = (2, 1)
        let moved = try ForeignPixels(GIF.self, file)
        #expect(moved.header.size == PixelSize(width: 6, height: 3))
        #expect(moved.pixel(5, 2) == [0, 0, 255, 255] && moved.pixel(0, 0) == [0, 0, 0, 0])
        // A second frame at the same place, over a first one at the corner, is cut off.
        let second = Array(file[25..<47])
        (file[26], file[28]) = (0, 0)
        let both = try ForeignPixels(
            GIF.self,
            file.dropLast() + second + [0x3B],
            ForeignRequest(frame: 1)
        )
        #expect(both.header.size == PixelSize(width: 4, height: 2))
        #expect(both.pixel(3, 1) == [255, 0, 0] && both.pixel(3, 0) == [0, 0, 255])
    }
}
