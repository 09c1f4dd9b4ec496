// SPDX-License-Identifier: Apache-2.0

/// A script or a set of signs, and the Debian package whose fonts have its characters.
struct WritingSystem: Hashable, Sendable {
    /// The English name, as in "of the Thai script" or "an emoji".
    let name: String

    /// The name of the Debian package with fonts for it.
    let package: String

    private let ranges: [ClosedRange<UInt32>]

    private init(_ name: String, _ package: String, _ ranges: ClosedRange<UInt32>...) {
        self.name = name
        self.package = package
        self.ranges = ranges
    }

    /// Finds the writing system of a character; nil for private and unassigned characters.
    init?(of scalar: Unicode.Scalar) {
        if scalar.properties.isEmoji, scalar.value > 0xff {
            self = Self.emoji
            return
        }
        guard scalar.properties.generalCategory != .unassigned,
            let system = Self.table.first(where: { system in
                system.ranges.contains { $0.contains(scalar.value) }
            })
        else { return nil }
        self = system
    }

    /// The part of an error sentence that names the writing system and the package to install.
    var advice: String { "\(name): install the Debian package \(package)" }

    private static let emoji = Self("an emoji", "fonts-noto-color-emoji")

    private static let noto = "fonts-noto-core"
    private static let cjk = "fonts-noto-cjk"

    /// All writing systems for which packages of Debian 12 have fonts; the first that matches
    /// counts.
    ///
    /// The ranges are blocks of Unicode, without gaps that no script fills.
    static let table: [WritingSystem] = [
        .init("of the Latin script", noto, 0x41...0x2ff, 0x1d00...0x1dbf, 0x1e00...0x1eff),
        .init("of the Greek script", noto, 0x370...0x3e1, 0x3f0...0x3ff, 0x1f00...0x1fff),
        .init("of the Coptic script", noto, 0x3e2...0x3ef, 0x2c80...0x2cff),
        .init("of the Cyrillic script", noto, 0x400...0x52f, 0x1c80...0x1c8f, 0xa640...0xa69f),
        .init("of the Armenian script", noto, 0x530...0x58f, 0xfb13...0xfb17),
        .init("of the Hebrew script", noto, 0x590...0x5ff, 0xfb1d...0xfb4f),
        .init("of the Arabic script", noto, 0x600...0x6ff, 0x750...0x77f, 0x8a0...0x8ff),
        .init("of the Arabic script", noto, 0xfb50...0xfdff, 0xfe70...0xfefc),
        .init("of the Syriac script", noto, 0x700...0x74f, 0x860...0x86f),
        .init("of the Thaana script", noto, 0x780...0x7bf),
        .init("of the N'Ko script", noto, 0x7c0...0x7ff),
        .init("of the Samaritan script", noto, 0x800...0x83f),
        .init("of the Mandaic script", noto, 0x840...0x85f),
        .init("of the Devanagari script", noto, 0x900...0x97f, 0xa8e0...0xa8ff),
        .init("of the Bengali script", noto, 0x980...0x9ff),
        .init("of the Gurmukhi script", noto, 0xa00...0xa7f),
        .init("of the Gujarati script", noto, 0xa80...0xaff),
        .init("of the Oriya script", noto, 0xb00...0xb7f),
        .init("of the Tamil script", noto, 0xb80...0xbff, 0x11fc0...0x11fff),
        .init("of the Telugu script", noto, 0xc00...0xc7f),
        .init("of the Kannada script", noto, 0xc80...0xcff),
        .init("of the Malayalam script", noto, 0xd00...0xd7f),
        .init("of the Sinhala script", noto, 0xd80...0xdff, 0x111e0...0x111ff),
        .init("of the Thai script", noto, 0xe00...0xe7f),
        .init("of the Lao script", noto, 0xe80...0xeff),
        .init("of the Tibetan script", noto, 0xf00...0xfff),
        .init("of the Myanmar script", noto, 0x1000...0x109f, 0xa9e0...0xa9ff, 0xaa60...0xaa7f),
        .init("of the Georgian script", noto, 0x10a0...0x10ff, 0x1c90...0x1cbf, 0x2d00...0x2d2f),
        .init("of the Hangul script", cjk, 0x1100...0x11ff, 0x3130...0x318f, 0xa960...0xa97f),
        .init("of the Hangul script", cjk, 0xac00...0xd7ff, 0xffa0...0xffdc),
        .init("of the Ethiopic script", noto, 0x1200...0x139f, 0x2d80...0x2ddf, 0xab00...0xab2f),
        .init("of the Cherokee script", noto, 0x13a0...0x13ff, 0xab70...0xabbf),
        .init("of the Canadian Aboriginal script", noto, 0x1400...0x167f, 0x18b0...0x18ff),
        .init("of the Runic script", noto, 0x16a0...0x16ff),
        .init("of a Philippine script", noto, 0x1700...0x177f),
        .init("of the Khmer script", noto, 0x1780...0x17ff, 0x19e0...0x19ff),
        .init("of the Mongolian script", noto, 0x1800...0x18af, 0x11660...0x1166f),
        .init("of the Limbu script", noto, 0x1900...0x194f),
        .init("of the Tai Le script", noto, 0x1950...0x197f),
        .init("of the New Tai Lue script", noto, 0x1980...0x19df),
        .init("of the Buginese script", noto, 0x1a00...0x1a1f),
        .init("of the Tai Tham script", noto, 0x1a20...0x1aaf),
        .init("of the Balinese script", noto, 0x1b00...0x1b7f),
        .init("of the Sundanese script", noto, 0x1b80...0x1bbf, 0x1cc0...0x1ccf),
        .init("of the Batak script", noto, 0x1bc0...0x1bff),
        .init("of the Lepcha script", noto, 0x1c00...0x1c4f),
        .init("of the Ol Chiki script", noto, 0x1c50...0x1c7f),
        .init("of the Glagolitic script", noto, 0x2c00...0x2c5f, 0x1e000...0x1e02f),
        .init("of the Tifinagh script", noto, 0x2d30...0x2d7f),
        .init("of the Han script", cjk, 0x2e80...0x2fdf, 0x3400...0x4dbf, 0x4e00...0x9fff),
        .init("of the Han script", cjk, 0xf900...0xfaff),
        .init("of the Han script", "fonts-hanazono", 0x20000...0x2a6df),
        .init("a sign of Chinese, Japanese or Korean", cjk, 0x2ff0...0x303f, 0x3190...0x33ff),
        .init("a sign of Chinese, Japanese or Korean", cjk, 0xfe30...0xfe4f, 0xff00...0xffef),
        .init("of the Hiragana script", cjk, 0x3040...0x309f),
        .init("of the Katakana script", cjk, 0x30a0...0x30ff),
        .init("of the Bopomofo script", cjk, 0x3100...0x312f),
        .init("of the Yi script", noto, 0xa000...0xa4cf),
        .init("of the Lisu script", noto, 0xa4d0...0xa4ff),
        .init("of the Vai script", noto, 0xa500...0xa63f),
        .init("of the Bamum script", noto, 0xa6a0...0xa6ff, 0x16800...0x16a3f),
        .init("of the Syloti Nagri script", noto, 0xa800...0xa82f),
        .init("of the Phags-pa script", noto, 0xa840...0xa87f),
        .init("of the Saurashtra script", noto, 0xa880...0xa8df),
        .init("of the Kayah Li script", noto, 0xa900...0xa92f),
        .init("of the Rejang script", noto, 0xa930...0xa95f),
        .init("of the Javanese script", noto, 0xa980...0xa9df),
        .init("of the Cham script", noto, 0xaa00...0xaa5f),
        .init("of the Tai Viet script", noto, 0xaa80...0xaadf),
        .init("of the Meetei Mayek script", noto, 0xaae0...0xaaff, 0xabc0...0xabff),
        .init("of a rare or historic script", noto, 0x10000...0x11fff, 0x12000...0x1254f),
        .init("of a rare or historic script", noto, 0x14400...0x1467f, 0x16a40...0x18aff),
        .init("of a rare or historic script", noto, 0x1b170...0x1bcaf, 0x1d800...0x1daaf),
        .init("of a rare or historic script", noto, 0x1e100...0x1e2ff, 0x1e800...0x1e95f),
        .init("a symbol", noto, 0x2000...0x2bff, 0x1d000...0x1d24f, 0x1d400...0x1d7ff),
        .init("a symbol", noto, 0x1f000...0x1faff),
    ]
}
