// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Codecs

/// The choice of color samples by what is known of an image.
@Suite struct ImageTraitsTests {
    private static let edges = ImageTraits(hasColorEdges: true)

    @Test(
        arguments: [
            (ImageTraits(), 82, .s420), (ImageTraits(), 89, .s420), (ImageTraits(), 90, .s444),
            (ImageTraits(sigma: 3.9), 95, .s444), (ImageTraits(sigma: 4), 95, .s420),
            (edges, 1, .s444), (ImageTraits(sigma: 20, hasColorEdges: true), 82, .s444),
        ] as [(ImageTraits, Int, JPEGOptions.Subsampling)]
    )
    func `edges between colors and a high quality take all color samples`(
        traits: ImageTraits,
        quality: Int,
        expected: JPEGOptions.Subsampling
    ) {
        var jpeg = JPEGOptions(quality: quality, subsampling: expected)
        jpeg.codes = traits.sigma < 4 ? .standard : .smooth
        let encodings: [(EncodingOptions, EncodingOptions)] = [
            (.jpeg(JPEGOptions(quality: quality)), .jpeg(jpeg)),
            (
                .avif(AVIFOptions(quality: quality)),
                .avif(AVIFOptions(quality: quality, subsampling: expected))
            ),
            (
                .webp(WebPOptions(quality: quality)),
                .webp(WebPOptions(quality: quality, subsampling: expected))
            ),
        ]
        for (options, result) in encodings { #expect(options.adapted(to: traits) == result) }
    }

    @Test(arguments: [JPEGOptions.Subsampling.s420, .s444])
    func `a choice of the caller stays`(subsampling: JPEGOptions.Subsampling) {
        for traits in [ImageTraits(), Self.edges] {
            let avif = EncodingOptions.avif(AVIFOptions(quality: 95, subsampling: subsampling))
            #expect(avif.adapted(to: traits) == avif)
            let webp = EncodingOptions.webp(WebPOptions(quality: 95, subsampling: subsampling))
            #expect(webp.adapted(to: traits) == webp)
            let jpeg = EncodingOptions.jpeg(JPEGOptions(quality: 95, subsampling: subsampling))
            #expect(jpeg.adapted(to: traits) == jpeg)
        }
    }

    @Test func `the description of a result has the choice`() {
        func choice(_ options: EncodingOptions) -> EncoderSetting.Value? {
            options.adapted(to: Self.edges).listing.first { $0.name == "subsampling" }?.value
        }
        #expect(choice(.avif(AVIFOptions())) == .word("4:4:4"))
        #expect(choice(.jpeg(JPEGOptions())) == .word("4:4:4"))
        #expect(choice(.webp(WebPOptions())) == .word("4:4:4"))
        #expect(choice(.webp(WebPOptions(lossless: true))) == nil)
    }
}
