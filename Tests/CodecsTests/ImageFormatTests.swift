// SPDX-License-Identifier: Apache-2.0

import Codecs
import Testing

@Suite struct ImageFormatTests {
    @Test(arguments: OutputFormat.allCases)
    func `names a written format in its row`(output: OutputFormat) {
        #expect(output.format.output == output)
        #expect(output.format.rawValue == output.rawValue)
    }

    @Test(arguments: OutputFormat.allCases)
    func `encodes a written format with options of its own`(output: OutputFormat) {
        #expect(output.encoding(EncoderSettings()).format == output)
    }

    @Test
    func `has file endings and media types that belong to one format`() {
        let endings = ImageFormat.allCases.flatMap(\.fileExtensions)
        #expect(Set(endings).count == endings.count)
        #expect(Set(ImageFormat.allCases.map(\.mediaType)).count == ImageFormat.allCases.count)
    }

    @Test(
        arguments: [
            (ImageFormat.jpeg, OutputFormat.jpeg), (.png, .png), (.webp, .webp), (.gif, .png),
            (.tiff, .png), (.svg, .png), (.heic, .jpeg), (.avif, .jpeg), (.jpegXL, .jpeg),
        ]
    )
    func `writes the format of the picture where that costs little`(
        format: ImageFormat,
        usual: OutputFormat
    ) {
        #expect(OutputFormat.usual(for: format, among: OutputFormat.allCases) == usual)
        let without = OutputFormat.usual(for: format, among: [.jpeg, .png])
        #expect(without == (format.isLossy ? .jpeg : .png))
    }
}
