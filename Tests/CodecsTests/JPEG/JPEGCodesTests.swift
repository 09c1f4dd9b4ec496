// SPDX-License-Identifier: Apache-2.0

import Codecs
import Raster
import Testing

/// The Huffman codes for blurred images, beside the standard ones.
@Suite struct JPEGCodesTests {
    private let size = PixelSize(width: 333, height: 205)

    private func options(_ codes: JPEGOptions.Codes, quality: Int = 82) -> JPEGOptions {
        JPEGOptions(quality: quality).with(codes)
    }

    /// Noise at quality 100 has every symbol, coefficients of ten bits and long runs of zeros included.
    @Test(arguments: JPEGOptions.Codes.allCases, [1, 40, 82, 100])
    func `all codes give the same pixels`(codes: JPEGOptions.Codes, quality: Int) throws {
        let noise = Picture(size, .rgb) { x, y, channel in
            let chance =
                UInt64(x &* 7919 &+ y &* 104_729 &+ channel &* 1_299_709) &* 0x9E37_79B9_7F4A_7C15
            // Black and white next to each other, in some blocks alone.
            return (x / 8 + y / 8) % 3 == 0
                ? (chance >> 63 == 0 ? 0 : 65_535) : UInt16(chance >> 56) * 257
        }
        for picture in [noise, Picture.noise(size, .gray), Picture.slopes(size, .rgb)] {
            let expected = try picture.encoded(.jpeg(options(.standard, quality: quality)))
            let bytes = try picture.encoded(.jpeg(options(codes, quality: quality)))
            #expect(try Picture(bytes) == Picture(expected))
        }
    }

    @Test func `a gradient is shorter with each set of codes for blurred images`() throws {
        let gradient = Picture(size, .rgb) { x, y, channel in
            UInt16(x * 40 + y * 50 + channel * 5000)
        }
        let lengths = try JPEGOptions.Codes.allCases.map { codes in
            try gradient.encoded(.jpeg(options(codes))).count
        }
        #expect(lengths[1] < lengths[0])
        #expect(lengths[2] < lengths[1])
    }

    @Test(
        arguments: [(0, .standard), (3.9, .standard), (4, .smooth), (21.9, .smooth), (22, .flat)]
            as [(Float, JPEGOptions.Codes)]
    )
    func `the sigma of a blur decides the codes`(sigma: Float, codes: JPEGOptions.Codes) {
        let adapted = EncodingOptions.jpeg(JPEGOptions()).adapted(to: ImageTraits(sigma: sigma))
        var expected = options(codes)
        expected.subsampling = .s420
        #expect(adapted == .jpeg(expected))
    }

    @Test func `other formats ignore the sigma of a blur`() {
        let others = [
            EncodingOptions.png(PNGOptions()), .webp(WebPOptions(subsampling: .s420)),
            .avif(AVIFOptions(subsampling: .s420)), .jpegXL(JPEGXLOptions()),
        ]
        #expect(others.map { $0.adapted(to: ImageTraits(sigma: 30)) } == others)
    }
}

extension JPEGOptions {
    /// The same options with other Huffman codes.
    func with(_ codes: Codes) -> JPEGOptions {
        var options = self
        options.codes = codes
        return options
    }
}
