// SPDX-License-Identifier: Apache-2.0

/// An option of encoders: a row with its name, values, default, formats and description.
///
/// The parameters of a request, the fields of a result's key and the message to a codec process are made
/// from the rows in ``table``. A value travels as a whole number in ``EncoderSettings``, and is used where
/// the encoder is configured: by its row in this module, and by its name in the fence of a library.
///
///     config->sns_strength = (int)cforeign_value(options, "noise-shaping", 50);
package struct EncoderOption: Sendable {
    /// The syntax of an option's values, and the numbers that they travel as.
    package enum Kind: Sendable {
        /// A whole number in a range, or the word for ``EncoderOption/open``, if there is one.
        case number(ClosedRange<Int>, word: String? = nil)
        /// A whole number of hundredths in a range, or the same as a fraction of 1.
        case hundredths(ClosedRange<Int>)
        /// 0 or 1.
        case flag
        /// The index of one of several words, each with its spelling in the key of a result.
        case choice([(word: String, key: String)])
    }

    /// The number for no choice by the caller, where an option has a word for that.
    package static let open = -1

    /// The name, as in a query string.
    package let name: String

    /// The name in result keys, if that is another one.
    var keyName: String?

    /// The syntax of the values.
    package let kind: Kind

    /// The default.
    package var usual = 0

    /// The formats whose encoders have the option.
    package let formats: [ImageFormat]

    /// A description in one sentence.
    package let sentence: String

    /// The name in result keys.
    var key: String { keyName ?? name }

    /// The text for a number, as in a query string.
    package func text(of value: Int) -> String {
        switch kind {
        case .number(_, let word?) where value == Self.open: word
        case .choice(let words): words[value].word
        case .number, .hundredths, .flag: String(value)
        }
    }

    /// Whether a number stands for one of the values.
    package func accepts(_ value: Int) -> Bool {
        switch kind {
        case .number(let range, let word):
            range.contains(value) || value == Self.open && word != nil
        case .hundredths(let range): range.contains(value)
        case .flag: value == 0 || value == 1
        case .choice(let words): words.indices.contains(value)
        }
    }
}

// MARK: Rows

extension EncoderOption {
    /// All options, in the order of the documentation.
    package static let table = [
        quality, effort, lossless, subsampling, progressive, optimize, compression, dither,
    ]

    /// Returns the options that encoders of a format have.
    package static func options(of format: ImageFormat) -> [EncoderOption] {
        table.filter { $0.formats.contains(format) }
    }

    /// The quality, on the scale of JPEG.
    package static let quality = EncoderOption(
        name: "quality",
        kind: .hundredths(JPEGOptions.qualityRange),
        usual: JPEGOptions.defaultQuality,
        formats: [.jpeg, .webp, .avif, .jpegXL],
        sentence:
            "Quality of a lossy result, on the JPEG scale: the same number looks alike in each "
            + "format. A fraction below 1 counts as hundredths: 0.8 is 80."
    )

    /// The time that is spent to make the file smaller.
    package static let effort = EncoderOption(
        name: "effort",
        kind: .number(0...9, word: "auto"),
        usual: open,
        formats: [.webp, .avif, .jpegXL],
        sentence:
            "Time for a smaller file, from 0 for the fastest to 9 for the smallest; auto is the format's default."
    )

    /// Whether to encode without loss.
    package static let lossless = EncoderOption(
        name: "lossless",
        kind: .flag,
        formats: [.webp, .jpegXL],
        sentence: "Lossless compression in a format that can be lossy; quality then has no effect."
    )

    /// The density of color samples, as ``JPEGOptions/Subsampling`` lists them.
    package static let subsampling = EncoderOption(
        name: "subsampling",
        kind: .choice([("auto", "auto"), ("420", "4:2:0"), ("444", "4:4:4")]),
        formats: [.jpeg, .webp, .avif],
        sentence:
            "Chroma subsampling: 420 halves the chroma resolution in both directions, 444 preserves it. auto is "
            + "444 for texts, shapes, borders and images on the image, for drawings, and from quality 90 unless the image is blurred. WebP "
            + "always has 420; 444 keeps edges sharper there."
    )

    /// Whether a JPEG is progressive.
    package static let progressive = EncoderOption(
        name: "progressive",
        kind: .flag,
        formats: [.jpeg],
        sentence: "JPEG in several scans, coarse to fine."
    )

    /// Whether a JPEG gets Huffman tables made for the image.
    package static let optimize = EncoderOption(
        name: "optimize",
        keyName: "optimized",
        kind: .flag,
        formats: [.jpeg],
        sentence: "JPEG with Huffman tables made for the image: smaller and slower."
    )

    /// The compression level of a PNG.
    package static let compression = EncoderOption(
        name: "compression",
        kind: .number(PNGOptions.compressionRange, word: "fast"),
        usual: open,
        formats: [.png, .apng],
        sentence:
            "PNG compression, 0 is none and 9 is smallest; fast is about as small as 6 for photos."
    )

    /// Whether to dither when 16 bits are rounded to 8.
    package static let dither = EncoderOption(
        name: "dither",
        kind: .flag,
        formats: ImageFormat.allCases,
        sentence: "Noise below one level that hides bands in smooth gradients."
    )
}

extension EncoderOption: Hashable {
    /// Compares the names, which are unique.
    package static func == (left: EncoderOption, right: EncoderOption) -> Bool {
        left.name == right.name
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
