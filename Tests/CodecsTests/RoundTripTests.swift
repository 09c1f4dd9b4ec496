// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

@Suite struct RoundTripTests {
    static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 5),
        PixelSize(width: 33, height: 17), PixelSize(width: 130, height: 70),
    ]

    @Test(arguments: ChannelLayout.allCases, sizes)
    func `a PNG of 8 bits comes back bit for bit`(layout: ChannelLayout, size: PixelSize) throws {
        let picture = Picture.slopes(size, layout)
        let bytes = try picture.encoded(.png(PNGOptions()))
        #expect(try Picture(bytes) == picture)
    }

    @Test(arguments: ChannelLayout.allCases, sizes)
    func `a PNG of 16 bits comes back bit for bit`(layout: ChannelLayout, size: PixelSize) throws {
        let picture = Picture.noise(size, layout)
        let bytes = try picture.encoded(.png(PNGOptions(bitDepth: .sixteen)))
        #expect(try Picture(bytes) == picture)
    }

    @Test(arguments: 0...9)
    func `every compression level keeps every sample`(level: Int) throws {
        let picture = Picture.noise(PixelSize(width: 61, height: 40), .rgba)
        let bytes = try picture.encoded(.png(PNGOptions(compression: level, bitDepth: .sixteen)))
        #expect(try Picture(bytes) == picture)
    }

    @Test(arguments: [ChannelLayout.gray, .rgb], sizes)
    func `a JPEG of high quality comes back nearly the same`(
        layout: ChannelLayout,
        size: PixelSize
    ) throws {
        let picture = Picture.slopes(size, layout)
        let options = JPEGOptions(quality: 100, subsampling: .s444)
        let bytes = try picture.encoded(.jpeg(options))
        #expect(try Picture(bytes).distance(to: picture) <= 4)
    }

    @Test(arguments: [1, 2, 7, 16, 64], [1, 3, 16, 100])
    func `the height of bands does not matter`(encoding: Int, decoding: Int) throws {
        let picture = Picture.slopes(PixelSize(width: 40, height: 50), .rgb)
        let reference = try picture.encoded(.jpeg(JPEGOptions()))
        let bytes = try picture.encoded(.jpeg(JPEGOptions()), capacity: encoding)
        #expect(bytes == reference)
        let decoded = try Picture(ImageDecoder(bytes: bytes), capacity: decoding)
        #expect(try decoded == Picture(reference))
    }

    /// The library refuses to hold more coefficients than the header's estimate grants it.
    @Test(arguments: [ChannelLayout.gray, .rgb], JPEGOptions.Subsampling.allCases)
    func `a progressive JPEG of any shape fits its estimate`(
        layout: ChannelLayout,
        subsampling: JPEGOptions.Subsampling
    ) throws {
        let options = JPEGOptions(subsampling: subsampling, progressive: true)
        for (width, height) in [(1, 1), (17, 1), (1, 300), (9, 2000), (2001, 9), (301, 299)] {
            let size = PixelSize(width: width, height: height)
            let bytes = try Picture.slopes(size, layout).encoded(.jpeg(options))
            #expect(try Picture(bytes).size == size)
        }
    }
}
