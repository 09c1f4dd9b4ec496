// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite(.enabled(if: Fonts.areInstalled, Fonts.comment)) struct TextCheckTests {
    /// Letters of several scripts, marks, controls of direction, and what has no glyph.
    private static let alphabet: [Unicode.Scalar] =
        Array(
            "aWf\u{301}\u{5D0}\u{5B8}\u{628}\u{644}\u{627}1 \t\n-\u{AD}\u{200D}\u{202B}\u{202C}\u{2067}\u{2069}\u{915}\u{94D}\u{E000}\0"
                .unicodeScalars
        )

    @Test func `holds for texts at random`() throws {
        var generator = SeededGenerator(seed: 20_261_121)
        for _ in 0..<400 {
            var input = (0..<8).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let length = Int.random(in: 0...60, using: &generator)
            // Mostly of what has a glyph, or no text would be drawn.
            let kinds = Bool.random(using: &generator) ? 13 : Self.alphabet.count
            for _ in 0..<length {
                let scalar = Self.alphabet[Int.random(in: 0..<kinds, using: &generator)]
                input += Array(String(scalar).utf8)
            }
            try TextCheck.run(input)
        }
    }
}
