// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Testing

@Suite struct OrientationTests {
    /// Where the first stored row and the first stored column belong, by Exif's own words.
    private func upright(_ stored: Picture, _ orientation: Orientation) -> Picture {
        let (width, height) = (stored.size.width, stored.size.height)
        let size = orientation.displaySize(of: stored.size)
        return Picture(size, stored.layout) { x, y, channel in
            let (column, row) =
                switch orientation {
                case .topLeft: (x, y)
                case .topRight: (width - 1 - x, y)
                case .bottomRight: (width - 1 - x, height - 1 - y)
                case .bottomLeft: (x, height - 1 - y)
                case .leftTop: (y, x)
                case .rightTop: (y, height - 1 - x)
                case .rightBottom: (width - 1 - y, height - 1 - x)
                case .leftBottom: (width - 1 - y, x)
                }
            return stored[column, row, channel]
        }
    }

    /// Puts an `eXIf` chunk that holds an orientation behind the header of a PNG.
    private func tag(_ png: [UInt8], _ orientation: Orientation) -> [UInt8] {
        let exif: [UInt8] =
            [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
            + [0, orientation.rawValue, 0, 0, 0, 0, 0, 0]
        let body = Array("eXIf".utf8) + exif
        var crc: UInt32 = ~0
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
        }
        let bigEndian = { (value: UInt32) in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        let chunk = bigEndian(UInt32(exif.count)) + body + bigEndian(~crc)
        return Array(png[..<33]) + chunk + Array(png[33...])
    }

    @Test(
        arguments: Orientation.allCases,
        [PixelSize(width: 37, height: 50), PixelSize(width: 1, height: 18)]
    )
    func `turns eight bits upright`(orientation: Orientation, size: PixelSize) throws {
        let stored = Picture.noise(size, .rgba)
        let result = try render(tag(try stored.encoded(), orientation))
        #expect(try Picture(decoding: result) == upright(stored, orientation))
        #expect(
            try SourceImage(bytes: result, limits: DecodeLimits()).header.orientation == .topLeft
        )
    }

    @Test(arguments: Orientation.allCases)
    func `turns sixteen bits upright`(orientation: Orientation) throws {
        let stored = Picture(PixelSize(width: 19, height: 33), .gray) { x, y, _ in
            UInt16(truncatingIfNeeded: x &* 3_001 &+ y &* 511)
        }
        let file = try stored.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        #expect(
            try Picture(decoding: try render(tag(file, orientation)))
                == upright(stored, orientation)
        )
    }

    @Test func `blurs what is upright`() throws {
        let stored = Picture.noise(PixelSize(width: 40, height: 24), .rgb)
        let plan = Plan(blur: try GaussianBlur(sigma: 2), saturate: nil)
        let turned = upright(stored, .rightTop)
        let expected = try render(try turned.encoded(), plan)
        #expect(try render(tag(try stored.encoded(), .rightTop), plan) == expected)
    }

    @Test(arguments: Orientation.allCases)
    func `lays panes on what is upright`(orientation: Orientation) throws {
        let stored = Picture.noise(PixelSize(width: 40, height: 24), .rgb)
        let pane = Pane(
            bounds: PixelRect(x: 3, y: 5, width: 12, height: 16),
            coverage: PaneCoverage(
                shapes: [.ellipse(Rectangle(x: 3.5, y: 5, width: 11, height: 16))]
            ),
            filters: [.blur(try GaussianBlur(sigma: 2, edge: .mirror))]
        )
        let plan = Plan([.panes([pane])])
        let expected = try render(try upright(stored, orientation).encoded(), plan)
        #expect(try render(tag(try stored.encoded(), orientation), plan) == expected)
    }
}
