// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct EncodingTests {
    static let picture = Picture.slopes(PixelSize(width: 64, height: 48), .rgb)

    @Test(
        arguments: [(JPEGOptions.Subsampling.s420, 0x22), (.s444, 0x11)]
            as [(JPEGOptions.Subsampling, UInt8)]
    )
    func `writes the subsampling that is asked for`(
        subsampling: JPEGOptions.Subsampling,
        factors: UInt8
    ) throws {
        let bytes = try Self.picture.encoded(.jpeg(JPEGOptions(subsampling: subsampling)))
        let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0]))
        #expect(bytes[frame.upperBound + 9] == factors)
    }

    @Test(arguments: [JPEGOptions.Subsampling.s420, .s444], [1, 50, 82, 100])
    func `progressive and optimized files hold the same picture`(
        subsampling: JPEGOptions.Subsampling,
        quality: Int
    ) throws {
        let plain = JPEGOptions(quality: quality, subsampling: subsampling)
        var progressive = plain
        progressive.progressive = true
        var optimized = plain
        optimized.optimized = true
        let expected = try Picture(Self.picture.encoded(.jpeg(plain)))
        #expect(try Picture(Self.picture.encoded(.jpeg(progressive))) == expected)
        #expect(try Picture(Self.picture.encoded(.jpeg(optimized))) == expected)
    }

    @Test func `a progressive file is progressive`() throws {
        let options = JPEGOptions(progressive: true)
        let bytes = try Self.picture.encoded(.jpeg(options))
        #expect(bytes.firstRange(of: [0xFF, 0xC2]) != nil)
        #expect(try !ImageHeader.probe(bytes.span).isStreamable)
    }

    @Test func `optimized tables make the file smaller`() throws {
        let plain = try Self.picture.encoded(.jpeg(JPEGOptions()))
        let optimized = try Self.picture.encoded(.jpeg(JPEGOptions(optimized: true)))
        #expect(optimized.count < plain.count)
    }

    @Test func `a lower quality is smaller and further off`() throws {
        let low = try Self.picture.encoded(.jpeg(JPEGOptions(quality: 5)))
        let high = try Self.picture.encoded(.jpeg(JPEGOptions(quality: 95)))
        #expect(low.count < high.count)
        let (lowDistance, highDistance) = try (
            Picture(low).distance(to: Self.picture), Picture(high).distance(to: Self.picture)
        )
        #expect(lowDistance > highDistance)
    }

    @Test(arguments: [
        EncodingOptions.jpeg(JPEGOptions()), .jpeg(JPEGOptions(progressive: true)),
        .png(PNGOptions()), .png(PNGOptions(compression: 9, bitDepth: .sixteen)),
    ])
    func `a profile is carried byte for byte`(options: EncodingOptions) throws {
        let profile = try Fixture("srgb.icc").bytes
        let bytes = try Self.picture.encoded(options, profile: profile)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
    }

    /// The library under it would drop such a profile without a word.
    @Test func `a profile whose tags make no sense is carried all the same`() throws {
        var profile = try Fixture("srgb.icc").bytes
        profile.replaceSubrange(128..<200, with: [UInt8](repeating: 0xFF, count: 72))
        let bytes = try Self.picture.encoded(.png(PNGOptions()), profile: profile)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
    }

    @Test func `a long profile is spread over segments and comes back`() throws {
        var profile = try Fixture("srgb.icc").bytes
        profile += (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (index, shift) in [24, 16, 8, 0].enumerated() {
            profile[index] = UInt8(profile.count >> shift & 255)
        }
        let bytes = try Self.picture.encoded(.jpeg(JPEGOptions()), profile: profile)
        #expect(try ImageDecoder(bytes: bytes).iccProfile == profile)
    }

    @Test func `a profile of other channels is not written`() throws {
        let profile = try Fixture("srgb.icc").bytes
        let gray = Picture.slopes(PixelSize(width: 8, height: 8), .gray)
        for options in [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions())] {
            let bytes = try gray.encoded(options, profile: profile)
            #expect(try ImageDecoder(bytes: bytes).iccProfile == nil)
        }
    }

    @Test func `a PNG without a profile says that it is sRGB`() throws {
        let plain = try Self.picture.encoded(.png(PNGOptions()))
        #expect(plain.firstRange(of: Array("sRGB".utf8)) != nil)
        let profile = try Fixture("srgb.icc").bytes
        let tagged = try Self.picture.encoded(.png(PNGOptions()), profile: profile)
        #expect(tagged.firstRange(of: Array("IDAT".utf8)) != nil)
        #expect(HandMade.chunkNames(tagged).prefix(2) == ["IHDR", "iCCP"])
    }

    @Test func `dither changes samples that 8 bits cannot hold and no others`() throws {
        let exact = try Self.picture.encoded(.png(PNGOptions()))
        #expect(try Self.picture.encoded(.png(PNGOptions(dither: true))) == exact)
        let between = Picture(PixelSize(width: 64, height: 64), .gray) { _, _, _ in 100 * 257 + 128
        }
        let dithered = try Picture(between.encoded(.png(PNGOptions(dither: true))))
        let mean = dithered.planes[0].reduce(0.0) { $0 + Double($1) } / 4096
        #expect(Set(dithered.planes[0]).sorted() == [100 * 257, 101 * 257])
        #expect(abs(mean - Double(100 * 257 + 128)) < 2)
    }

    @Test func `sides that a JPEG cannot hold are refused`() {
        let size = PixelSize(width: 65_501, height: 1)
        #expect(throws: CodecError.sideTooLong(size, limit: 65_500)) {
            _ = try ImageEncoder(.jpeg(JPEGOptions()), size: size, layout: .gray) { _ in }
        }
    }

    /// Black and white without any order: nothing is harder to compress.
    @Test(arguments: ChannelLayout.allCases, [4, 61, 200])
    func `no file is longer than its bound`(layout: ChannelLayout, side: Int) throws {
        let size = PixelSize(width: side, height: side)
        var picture = Picture.noise(size, layout)
        let profile = layout.isColor ? try Fixture("srgb.icc").bytes : nil
        var options: [EncodingOptions] = [
            .png(PNGOptions(bitDepth: .sixteen)), .png(PNGOptions(compression: 0)),
            .png(PNGOptions(compression: 9, bitDepth: .sixteen)),
        ]
        if !layout.hasAlpha {
            picture.planes = picture.planes.map { $0.map { $0 < 32_768 ? 0 : 65_535 } }
            for subsampling in JPEGOptions.Subsampling.allCases {
                for (progressive, optimized) in [(false, false), (true, false), (false, true)] {
                    let jpeg = JPEGOptions(
                        quality: 100,
                        subsampling: subsampling,
                        progressive: progressive,
                        optimized: optimized
                    )
                    options.append(.jpeg(jpeg))
                }
            }
        }
        for options in options {
            let count = try picture.encoded(options, profile: profile).count
            let bound = ImageEncoder.maximumEncodedByteCount(
                options,
                size: size,
                layout: layout,
                profileByteCount: profile?.count ?? 0
            )
            #expect(count <= bound)
        }
    }

    @Test func `no wide and low file is longer than its bound`() throws {
        let size = PixelSize(width: 10_000, height: 50)
        let options = EncodingOptions.png(PNGOptions(compression: 0, bitDepth: .sixteen))
        let count = try Picture.noise(size, .rgb).encoded(options).count
        let bound = ImageEncoder.maximumEncodedByteCount(options, size: size, layout: .rgb)
        #expect(count <= bound)
    }

    @Test func `the estimates count the profile`() {
        let size = PixelSize(width: 10, height: 10)
        for options in [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions())] {
            let plain = ImageEncoder.byteCount(options, size: size, layout: .rgb)
            let tagged = ImageEncoder.byteCount(
                options,
                size: size,
                layout: .rgb,
                profileByteCount: 100_000
            )
            #expect(tagged >= plain + 100_000)
        }
    }

    @Test func `the estimate counts what must be held back`() {
        let size = PixelSize(width: 2000, height: 1000)
        let taller = PixelSize(width: 2000, height: 10_000)
        for options in [EncodingOptions.jpeg(JPEGOptions()), .png(PNGOptions(compression: 9))] {
            let estimate = ImageEncoder.byteCount(options, size: size, layout: .rgb)
            #expect(ImageEncoder.byteCount(options, size: taller, layout: .rgb) == estimate)
        }
        let progressive = EncodingOptions.jpeg(JPEGOptions(subsampling: .s444, progressive: true))
        let coefficients = size.pixelCount * 3 * 2
        #expect(ImageEncoder.byteCount(progressive, size: size, layout: .rgb) > coefficients)
    }
}
