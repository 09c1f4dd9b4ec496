// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import TestSupport
import Testing

/// The encoder where no level is asked for.
///
/// What it writes is read by libpng and zlib.
@Suite struct PNGStreamWriterTests {
    /// The kinds of pictures to write.
    enum Content: CaseIterable {
        case noise, flat, slopes, stripes, letters, sparse, wrapped
    }

    private static func sample(
        _ content: Content,
        _ generator: inout SeededGenerator
    ) -> (Int, Int, Int) -> UInt16 {
        let salt = Int.random(in: 0...65_535, using: &generator)
        let noise = (0..<4096).map { _ in UInt16.random(in: 0...65_535, using: &generator) }
        switch content {
        case .noise: return { x, y, channel in noise[(x * 31 + y * 1009 + channel * 7) & 4095] }
        case .flat: return { _, _, channel in UInt16(truncatingIfNeeded: salt * (channel + 1)) }
        case .slopes:
            return { x, y, channel in UInt16(truncatingIfNeeded: (x + 2 * y + channel) * 90) }
        case .stripes: return { x, _, _ in x / (1 + salt % 9) % 2 == 0 ? 0 : 65_535 }
        // The same shapes again and again, at distances that are no runs.
        case .letters:
            return { x, y, _ in
                let letter = Int(noise[(x / 8 + y / 12 * 97) & 4095]) % 7
                return x % 8 < 6 && y % 12 < 9 ? noise[letter * 60 + x % 8 + y % 12 * 6] : 65_535
            }
        case .sparse: return { x, y, _ in noise[(x * 13 + y * 517) & 4095] < 500 ? 65_535 : 0 }
        // Differences of 128, and from 255 to 0.
        case .wrapped: return { x, y, _ in UInt16(truncatingIfNeeded: (x * 128 + y * 255) * 257) }
        }
    }

    private static func expectReturn(
        _ picture: Picture,
        _ depth: SampleDepth,
        _ comment: String
    ) throws {
        let exact = depth == .sixteen ? picture : Self.rounded(picture)
        let options = EncodingOptions.png(PNGOptions(bitDepth: depth))
        let bytes = try exact.encoded(options)
        let limits = DecodeLimits(maximumSide: 1 << 20)
        #expect(try Picture(bytes, limits: limits) == exact, "\(comment)")
        let bound = ImageEncoder.maximumEncodedByteCount(
            options,
            size: picture.size,
            layout: picture.layout
        )
        #expect(bytes.count <= bound, "\(comment)")
    }

    /// The same in samples that 8 bits hold.
    private static func rounded(_ picture: Picture) -> Picture {
        var picture = picture
        picture.planes = picture.planes.map { $0.map { $0 >> 8 * 257 } }
        return picture
    }

    @Test(arguments: Content.allCases, SampleDepth.allCases)
    func `pictures of any size and layout come back`(content: Content, depth: SampleDepth) throws {
        for seed in UInt64(0)..<6 {
            var generator = SeededGenerator(seed: seed)
            let size = PixelSize(
                width: seed == 0 ? 1 : Int.random(in: 1...200, using: &generator),
                height: seed < 2 ? 1 : Int.random(in: 1...150, using: &generator)
            )
            for layout in ChannelLayout.allCases {
                let picture = Picture(size, layout, Self.sample(content, &generator))
                try Self.expectReturn(picture, depth, "\(size), \(layout), seed \(seed)")
            }
        }
    }

    /// Several blocks, and rows that are longer than one.
    @Test(arguments: [
        PixelSize(width: 70_000, height: 3), PixelSize(width: 500, height: 150),
        PixelSize(width: 1, height: 20_000), PixelSize(width: 16_383, height: 5),
        PixelSize(width: 16_384, height: 5),
    ])
    func `pictures of many blocks come back`(size: PixelSize) throws {
        for content in [Content.noise, .flat, .letters] {
            var generator = SeededGenerator(seed: 7)
            let picture = Picture(size, .rgba, Self.sample(content, &generator))
            try Self.expectReturn(picture, .eight, "\(size), \(content)")
        }
    }

    /// Around the lengths of matches, and where blocks end.
    @Test func `runs of any length come back`() throws {
        let lengths =
            Array(1...40) + Array(250...270) + Array(510...530) + [65_000, 65_535, 66_000]
        for length in lengths {
            let size = PixelSize(width: length + 20, height: 2)
            let picture = Picture(size, .gray) { x, y, _ in
                x < 10 || x >= length + 10 ? UInt16((x * 71 + y * 13) % 256) * 257 : 257
            }
            try Self.expectReturn(picture, .eight, "a run of \(length)")
        }
    }

    @Test func `the header says what the picture is`() throws {
        let types: [ChannelLayout: UInt8] = [.gray: 0, .grayAlpha: 4, .rgb: 2, .rgba: 6]
        for (layout, type) in types {
            for depth in SampleDepth.allCases {
                let picture = Picture.slopes(PixelSize(width: 300, height: 70_000 / 300), layout)
                let bytes = try picture.encoded(.png(PNGOptions(bitDepth: depth)))
                let expected: [UInt8] =
                    [0, 0, 1, 44, 0, 0, 0, 233] + [UInt8(depth.rawValue), type, 0, 0, 0]
                #expect(HandMade.contents(of: "IHDR", in: bytes) == expected)
            }
        }
    }

    @Test func `flat pictures take next to nothing`() throws {
        let picture = Picture(PixelSize(width: 1000, height: 500), .rgba) { _, _, channel in
            UInt16(channel) * 20_000
        }
        #expect(try picture.encoded(.png(PNGOptions())).count < 6000)
    }

    /// Repetitions of all kinds, which a search for runs alone would not see.
    @Test(arguments: [Content.slopes, .letters, .sparse, .wrapped])
    func `drawings are no more than twice as long as by level 6`(content: Content) throws {
        var generator = SeededGenerator(seed: 8)
        let sample = Self.sample(content, &generator)
        let picture = Self.rounded(Picture(PixelSize(width: 400, height: 400), .rgb, sample))
        let own = try picture.encoded(.png(PNGOptions())).count
        let theirs = try picture.encoded(.png(PNGOptions(compression: 6))).count
        #expect(own <= theirs * 2 + 4000)
    }

    @Test func `what the bytes are does not depend on the height of bands`() throws {
        let picture = Picture.noise(PixelSize(width: 90, height: 300), .grayAlpha)
        let reference = try picture.encoded(.png(PNGOptions()))
        for capacity in [1, 2, 7, 300] {
            #expect(try picture.encoded(.png(PNGOptions()), capacity: capacity) == reference)
        }
    }
}
