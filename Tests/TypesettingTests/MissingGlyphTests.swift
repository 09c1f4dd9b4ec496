// SPDX-License-Identifier: Apache-2.0

import Testing
import Typesetting

/// What is said about characters that no font has.
@Suite struct MissingGlyphTests {
    @Test(
        arguments: [
            ("ก", "of the Thai script", "fonts-noto-core"),
            ("क", "of the Devanagari script", "fonts-noto-core"),
            ("ب", "of the Arabic script", "fonts-noto-core"),
            ("ﷺ", "of the Arabic script", "fonts-noto-core"),
            ("ש", "of the Hebrew script", "fonts-noto-core"),
            ("漢", "of the Han script", "fonts-noto-cjk"),
            ("あ", "of the Hiragana script", "fonts-noto-cjk"),
            ("ア", "of the Katakana script", "fonts-noto-cjk"),
            ("한", "of the Hangul script", "fonts-noto-cjk"),
            ("。", "a sign of Chinese, Japanese or Korean", "fonts-noto-cjk"),
            ("\u{1F600}", "an emoji", "fonts-noto-color-emoji"),
            ("\u{1F1E9}", "an emoji", "fonts-noto-color-emoji"),
            ("⟁", "a symbol", "fonts-noto-core"),
            ("𐎀", "of a rare or historic script", "fonts-noto-core"),
        ] as [(Unicode.Scalar, String, String)]
    )
    func `names the script and the package of a missing glyph`(
        character: Unicode.Scalar,
        name: String,
        package: String
    ) {
        let sentence = TypesettingError.missingGlyph(character).description
        let digits = String(character.value, radix: 16, uppercase: true)
        #expect(
            sentence.hasSuffix(
                "U+\(digits.count < 4 ? "0" : "")\(digits), \(name): install the Debian package \(package)."
            )
        )
    }

    @Test(arguments: ["\u{E000}", "\u{10FFFD}", "\u{0378}"] as [Unicode.Scalar])
    func `names no package for a character that no script has`(character: Unicode.Scalar) {
        let sentence = TypesettingError.missingGlyph(character).description
        #expect(!sentence.contains("package"))
    }
}
