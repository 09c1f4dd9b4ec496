// SPDX-License-Identifier: Apache-2.0

import Codecs
import Glibc
import Raster
import TestSupport
import Testing

/// PNG files that hold a picture in as few bits as possible, and decode to the same picture.
@Suite struct PNGReductionTests {
    private static let size = PixelSize(width: 61, height: 47)

    private static func level(_ x: Int, _ y: Int) -> Int { (x * 7 + y * 13) & 255 }

    /// A number that tells nothing of its neighbors', so that a palette is shorter than colors.
    static func noise(_ x: Int, _ y: Int) -> Int {
        let sum = x * 374_761_393 + y * 668_265_263
        return ((sum ^ sum >> 13) &* 1_274_126_177) >> 16 & 0xFFFF
    }

    /// A picture of 8-bit levels from a function of column, row and channel.
    private static func picture(
        _ layout: ChannelLayout,
        _ sample: (Int, Int, Int) -> Int
    ) -> Picture {
        Picture(size, layout) { x, y, channel in UInt16(sample(x, y, channel)) * 257 }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let picture: Picture
        let depth: SampleDepth
        let colorType: UInt8
        let bitDepth: UInt8

        init(
            _ name: String,
            _ picture: Picture,
            depth: SampleDepth = .eight,
            is colorType: UInt8,
            _ bitDepth: UInt8
        ) {
            testDescription = name
            (self.picture, self.depth) = (picture, depth)
            (self.colorType, self.bitDepth) = (colorType, bitDepth)
        }

        func options(_ level: Int?, reduces: Bool = true) -> EncodingOptions {
            .png(PNGOptions(compression: level, bitDepth: depth, reduces: reduces))
        }
    }

    static let cases: [Case] = [
        Case("gray in color", picture(.rgb) { x, y, _ in level(x, y) }, is: 0, 8),
        Case(
            "gray of 16 bits in color",
            Picture(size, .rgb) { x, y, _ in UInt16(x * 731 + y) },
            depth: .sixteen,
            is: 0,
            16
        ),
        Case("8 bits in 16", colors(.rgb, depth: 8), depth: .sixteen, is: 2, 8),
        Case(
            "16 bits",
            Picture(size, .rgb) { x, y, channel in UInt16(x * 731 + y * 77 + channel * 1001) },
            depth: .sixteen,
            is: 2,
            16
        ),
        Case(
            "opaque 16 bits",
            Picture(size, .rgba) { $2 == 3 ? .max : UInt16($0 * 731 + $1 * 77 + $2 * 1001) },
            depth: .sixteen,
            is: 2,
            16
        ),
        Case("colors", colors(.rgb, depth: 8), is: 2, 8),
        Case("opaque", picture(.rgba) { $2 == 3 ? 255 : level($0 * ($2 + 1), $1) }, is: 2, 8),
        Case("opaque gray", picture(.grayAlpha) { $2 == 1 ? 255 : level($0, $1) }, is: 0, 8),
        Case(
            "opaque gray in color",
            picture(.rgba) { $2 == 3 ? 255 : level($0, $1) },
            is: 0,
            8
        ),
        Case(
            "clear gray in color",
            picture(.rgba) { $2 == 3 ? level($1 * 11, $0) : level($0, $1) },
            is: 4,
            8
        ),
        Case("clear colors", colors(.rgba, depth: 8), is: 6, 8),
        Case("black and white", picture(.rgb) { x, y, _ in (x ^ y) & 1 * 255 }, is: 0, 1),
        Case("four levels", picture(.gray) { x, y, _ in (x + y) % 4 * 85 }, is: 0, 2),
        Case("sixteen levels", picture(.gray) { x, y, _ in (x + y) % 16 * 17 }, is: 0, 4),
        Case("other levels", picture(.gray) { x, y, _ in noise(x, y) % 16 * 11 + 3 }, is: 3, 4),
        Case("two colors", picture(.rgb) { ($0 ^ $1) & 1 * (80 * $2 + 3) }, is: 3, 1),
        Case("four colors", picture(.rgb) { ($0 + $1) % 4 * (20 * $2 + 3) }, is: 3, 2),
        Case("sixteen colors", picture(.rgb) { noise($0, $1) % 16 * (2 * $2 + 3) }, is: 3, 4),
        Case(
            "seventeen colors",
            picture(.rgb) { noise($0, $1) % 17 * (2 * $2 + 3) },
            is: 3,
            8
        ),
        Case("clear palette", picture(.rgba) { noise($0, $1) % 16 * (2 * $2 + 3) }, is: 3, 4),
        Case("200 colors", picture(.rgb) { (noise($0, $1) % 200) ^ $2 }, is: 3, 8),
    ]

    private static func colors(_ layout: ChannelLayout, depth: Int) -> Picture {
        picture(layout) { level($0 * ($2 + 1), $1 * (3 - $2 % 2)) }
    }

    @Test(arguments: cases)
    func `level 9 takes no more bytes than level 6`(of picked: Case) throws {
        let bytes = try picked.picture.encoded(picked.options(9))
        #expect(try bytes.count <= picked.picture.encoded(picked.options(6)).count)
        #expect(try Picture(bytes).pixels == picked.picture.pixels)
    }

    @Test(arguments: cases, [nil, 1, 6])
    func `as few bits are taken as hold the picture`(of picked: Case, level: Int?) throws {
        let bytes = try picked.picture.encoded(picked.options(level))
        #expect(bytes[24] == picked.bitDepth)
        #expect(bytes[25] == picked.colorType)
        #expect(try Picture(bytes).pixels == picked.picture.pixels)
    }

    /// The file says less than the layout, so fewer bytes are the point of it.
    @Test(arguments: cases.filter { $0.colorType == 3 || $0.bitDepth < 8 })
    func `palettes and few levels are compressed as by level 1`(of picked: Case) throws {
        let fast = try picked.picture.encoded(picked.options(nil))
        #expect(try fast == picked.picture.encoded(picked.options(1)))
    }

    /// Antialiased letters in more colors than a palette has, on a ground with a gradient.
    private static let screen = Picture(PixelSize(width: 640, height: 320), .rgb) { x, y, channel in
        let (column, row) = (x % 9, y % 16)
        let letter = (x / 9 * 7 + y / 16 * 13) % 29
        let isInk = column < 7 && row < 11 && (letter * (column + 3) * (row + 5)) % 11 < 4
        let ground = 200 + y / 8 + channel * 3
        let ink = (letter * 5 + column * row * 9 + channel * 2) % 190
        return UInt16(isInk ? ink : ground) * 257
    }

    @Test func `a screen takes no more bytes than by level 1`() throws {
        let fast = try Self.screen.encoded(.png(PNGOptions(reduces: true))).count
        let first = try Self.screen.encoded(.png(PNGOptions(compression: 1, reduces: true))).count
        #expect(fast <= first)
        #expect(try Picture(Self.screen.encoded(.png(PNGOptions()))) == Self.screen)
    }

    @Test(arguments: [nil, 1, 6] as [Int?])
    func `a picture that needs all its bits is written as it comes`(level: Int?) throws {
        let picture = Picture.noise(Self.size, .rgb)
        let plain = try picture.encoded(.png(PNGOptions(compression: level)))
        let reduced = try picture.encoded(.png(PNGOptions(compression: level, reduces: true)))
        #expect(reduced == plain)
    }

    /// The first chunk of a photo comes long before its last row.
    @Test func `rows stream once the picture needs all its bits`() throws {
        var hasBegun = false
        let picture = Picture.noise(PixelSize(width: 1600, height: 500), .rgb)
        var encoder = try ImageEncoder(
            .png(PNGOptions(reduces: true)),
            size: picture.size,
            layout: .rgb
        ) { _ in hasBegun = true }
        for y in stride(from: 0, to: 250, by: 10) {
            try encoder.encodeRows(picture.band(from: y, capacity: 10))
        }
        #expect(hasBegun)
    }

    @Test func `a picture beyond the limit is written as it comes`() throws {
        let size = PixelSize(width: 4096, height: 1281)
        let options = PNGOptions(compression: 1, reduces: true)
        let bytes = try Picture(size, .rgba) { _, _, _ in .max }.encoded(.png(options))
        #expect(bytes[25] == 6)
        let held = PixelSize(width: 4096, height: 1280)
        let reduced = try Picture(held, .rgba) { _, _, _ in .max }.encoded(.png(options))
        #expect(reduced[24] == 1)
    }

    @Test(arguments: [nil, 6] as [Int?])
    func `a profile of colors keeps a gray picture in color`(level: Int?) throws {
        let profile = try Fixture("srgb.icc").bytes
        let picture = Self.picture(.rgb) { x, y, _ in Self.noise(x, y) & 255 }
        let options = EncodingOptions.png(PNGOptions(compression: level, reduces: true))
        let bytes = try picture.encoded(options, profile: profile)
        #expect(bytes[25] == 3)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
        // Chunks of the color space stand before the palette.
        let text = bytes.map { Character(UnicodeScalar($0)) }
        let (colors, palette) = (text.firstRange(of: "iCCP"), text.firstRange(of: "PLTE"))
        #expect(try #require(colors).lowerBound < #require(palette).lowerBound)
    }

    /// A gradient whose levels a palette would hold in a third of the bits, but not in fewer bytes.
    @Test(arguments: [nil, 1, 6, 9] as [Int?])
    func `colors that differ little from their neighbors take no palette`(level: Int?) throws {
        let profile = try Fixture("srgb.icc").bytes
        let picture = Picture(PixelSize(width: 83, height: 61), .rgb) { x, y, _ in
            UInt16(2 * x + y) * 257
        }
        func count(reduces: Bool) throws -> Int {
            let options = PNGOptions(compression: level, reduces: reduces)
            return try picture.encoded(.png(options), profile: profile).count
        }
        #expect(try count(reduces: true) <= count(reduces: false))
        let options = PNGOptions(compression: level, reduces: true)
        #expect(try picture.encoded(.png(options), profile: profile)[25] == 2)
    }

    @Test func `noise of few colors takes little more than its entropy at level 9`() throws {
        var generator = SeededGenerator(seed: 17)
        let size = PixelSize(width: 320, height: 240)
        let levels = (0..<size.pixelCount).map { _ in Int.random(in: 0..<17, using: &generator) }
        let picture = Picture(size, .rgb) { x, y, channel in
            UInt16(levels[y * size.width + x] * (channel == 1 ? 11 : 7)) * 257
        }
        let bytes = try picture.encoded(.png(PNGOptions(compression: 9, reduces: true)))
        #expect(Double(bytes.count) < Double(size.pixelCount) * log2(17) / 8 * 1.03 + 200)
    }

    /// Levels of gray are no colors to a palette, whose entries are those of a profile.
    @Test func `a profile of gray keeps levels without a palette`() throws {
        var profile = try Fixture("srgb.icc").bytes
        profile.replaceSubrange(16..<20, with: "GRAY".utf8)
        let picture = Self.picture(.gray) { x, y, _ in (x + y) % 16 * 11 + 3 }
        let options = EncodingOptions.png(PNGOptions(compression: 6, reduces: true))
        let bytes = try picture.encoded(options, profile: profile)
        #expect(bytes[25] == 0)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
    }

    /// A screen is shorter without filters.
    @Test func `the highest levels choose whether to filter`() throws {
        let searched = try Self.screen.encoded(.png(PNGOptions(compression: 9, reduces: true)))
        #expect(try Picture(searched) == Self.screen)
        let usual = try Self.screen.encoded(.png(PNGOptions(compression: 9))).count
        #expect(searched.count * 10 < usual * 9)
    }

    @Test func `writing held rows asks whether to go on`() throws {
        let picture = Picture(PixelSize(width: 300, height: 1000), .rgb) { x, y, _ in
            UInt16(Self.level(x, y)) * 257
        }
        #expect(throws: CodecError.interrupted) {
            var questions = 0
            var encoder = try ImageEncoder(
                .png(PNGOptions(compression: 9, reduces: true)),
                size: picture.size,
                layout: picture.layout,
                supervision: Supervision(mayContinue: {
                    questions += 1
                    return questions < 5
                }),
                sink: { _ in }
            )
            try encoder.encodeRows(picture.band(from: 0, capacity: picture.size.height))
            try encoder.finish()
        }
    }
}

extension Picture {
    /// The pixels as red, green, blue and alpha, whatever the layout.
    fileprivate var pixels: [[UInt16]] {
        let colors = layout.isColor ? [0, 1, 2] : [0, 0, 0]
        let alpha = layout.hasAlpha ? planes[planes.count - 1] : planes[0].map { _ in .max }
        return colors.map { planes[$0] } + [alpha]
    }
}
