// SPDX-License-Identifier: Apache-2.0

import Raster
import Testing

@testable import Codecs

@Suite struct EncoderSettingsTests {
    private static func words(_ options: EncodingOptions) -> String {
        options.listing.map { setting in
            switch setting.value {
            case .number(let number): "\(setting.name)=\(number)"
            case .flag(let flag): "\(setting.name)=\(flag)"
            case .word(let word): "\(setting.name)=\(word)"
            }
        }.joined(separator: " ")
    }

    @Test(
        arguments: [
            (
                .jpeg(JPEGOptions(subsampling: .s444, optimized: true)),
                "quality=82 subsampling=4:4:4 progressive=false optimized=true dither=false"
            ),
            (.png(PNGOptions(reduces: true)), "compression=fast dither=false reduces=true"),
            (.apng(APNGOptions(png: PNGOptions(compression: 9))), "compression=9 dither=false"),
            (.webp(WebPOptions()), "quality=82 effort=4 subsampling=auto dither=false"),
            (.webp(WebPOptions(lossless: true)), "lossless=true effort=4 dither=false"),
            (
                .avif(AVIFOptions(quality: 50, effort: 0)),
                "quality=50 effort=0 subsampling=auto dither=false"
            ),
            (.jpegXL(JPEGXLOptions(dither: true)), "quality=82 effort=3 dither=true"),
            (.gif(GIFOptions()), "dither=true"),
        ] as [(EncodingOptions, String)]
    )
    func `keys name the options of a format in a fixed order`(
        options: EncodingOptions,
        words: String
    ) {
        #expect(Self.words(options) == words)
    }

    @Test func `an encoder takes the options that its format has, and no others`() {
        var settings = EncoderSettings()
        settings[.quality] = 50
        settings[.effort] = 9
        settings[.compression] = 3
        settings[flag: .progressive] = true
        let listed = OutputFormat.allCases.map { "\($0): \(Self.words($0.encoding(settings)))" }
        #expect(
            OutputFormat.jpeg.encoding(settings)
                == .jpeg(JPEGOptions(quality: 50, progressive: true))
        )
        #expect(
            OutputFormat.png.encoding(settings) == .png(PNGOptions(compression: 3, reduces: true))
        )
        #expect(OutputFormat.webp.encoding(settings) == .webp(WebPOptions(quality: 50, effort: 6)))
        #expect(OutputFormat.avif.encoding(settings) == .avif(AVIFOptions(quality: 50, effort: 4)))
        #expect(Set(listed).count == OutputFormat.allCases.count)
    }

    @Test(arguments: EncoderOption.table)
    func `a value travels as a number, and none that the option does not accept`(
        option: EncoderOption
    ) throws {
        for value in -2...101 where option.accepts(value) {
            var settings = EncoderSettings()
            settings[option] = value
            #expect(try #require(EncoderSettings(numbers: settings.numbers)) == settings)
            #expect(settings.named[option.name] == value)
        }
        var numbers = EncoderSettings().numbers
        #expect(EncoderSettings(numbers: numbers.dropLast()) == nil)
        let place = try #require(EncoderOption.table.firstIndex(of: option))
        for value in [-2, 101, .min, .max] {
            numbers[place] = value
            #expect(EncoderSettings(numbers: numbers) == nil)
        }
    }

    @Test func `an option is in the table once, and accepts its default`() {
        #expect(Set(EncoderOption.table).count == EncoderOption.table.count)
        for option in EncoderOption.table {
            #expect(option.accepts(option.usual), "\(option.name)")
            #expect(!option.formats.isEmpty && option.sentence.hasSuffix("."), "\(option.name)")
        }
        #expect(
            EncoderOption.subsampling.accepts(JPEGOptions.Subsampling.allCases.count - 1)
                && !EncoderOption.subsampling.accepts(JPEGOptions.Subsampling.allCases.count)
        )
    }
}
