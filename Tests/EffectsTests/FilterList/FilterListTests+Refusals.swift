// SPDX-License-Identifier: Apache-2.0

import Effects
import Testing

/// Lists that cannot be read, and what is said of them.
extension FilterListTests {
    @Test(arguments: [
        ("", 1, "a filter such as blur(8px), or none", ""),
        ("   ", 4, "a filter such as blur(8px), or none", ""),
        ("none blur(1px)", 6, "nothing after 'none'", "blur("),
        ("blur(1px) none", 11, "there is no filter 'none'", "none"),
        ("blur", 5, "'(' immediately after 'blur'", ""),
        ("blur (1px)", 5, "'(' immediately after 'blur'", " "),
        ("blur(1px, 2px)", 9, "')'", ","),
        ("blur(1px 2px)", 10, "')'", "2px"),
        ("blur(5)", 6, "a length that is not negative; above 1000px is 1000px or ')'", "5"),
        ("blur(5%)", 6, "a length that is not negative; above 1000px is 1000px or ')'", "5%"),
        ("blur(5 px)", 6, "a length that is not negative; above 1000px is 1000px or ')'", "5"),
        (
            "blur(5parsec)", 6, "a length that is not negative; above 1000px is 1000px or ')'",
            "5parsec"
        ),
        ("blur(-1px)", 6, "'radius' takes a length that is not negative", "-1px"),
        ("blur(calc(1px + 2))", 15, "values with units alike", "+"),
        ("blur(calc(1px+2px))", 14, "an operator, ',' or ')'", "+2px"),
        ("blur(min(1px, 2))", 6, "values that min() can combine", "min(1px, 2)"),
        ("blur(clamp(0px, 1px))", 6, "3 values in clamp()", "clamp(0px, 1px)"),
        ("opacity(calc(1, 2))", 9, "1 value in calc()", "calc(1, 2)"),
        ("opacity(round(1, 2, 3))", 9, "1 or 2 values in round()", "round(1, 2, 3)"),
        ("blur(calc(3))", 6, "a length that is not negative", "calc(3)"),
        (
            "brightness(-1%)", 12,
            "'amount' takes a number that is not negative or a percentage; above 1000", "-1%"
        ),
        ("grayscale(-.1)", 11, "'amount' takes a number that is not negative", "-.1"),
        ("brightness(1px)", 12, "a percentage; above 1000 is 1000 or ')'", "1px"),
        ("brightness(1.)", 13, "')'", "."),
        ("hue-rotate(90)", 12, "an angle in deg, grad, rad or turn or ')'", "90"),
        ("drop-shadow(red)", 16, "a length; beyond 65536px is 65536px", ")"),
        ("drop-shadow(1px)", 16, "a length; beyond 65536px is 65536px", ")"),
        ("drop-shadow(1px 2px -3px)", 21, "'radius' takes a length that is not negative", "-3px"),
        ("drop-shadow(1px 2px 3px 4px)", 25, "')'", "4px"),
        ("drop-shadow(red 1px 2px blue)", 25, "above 1000px is 1000px or ')'", "blue"),
        ("drop-shadow(1px red 2px)", 17, "a length; beyond 65536px is 65536px", "red"),
        ("drop-shadow(1px 2px rde)", 21, "perhaps 'red'", "rde"),
        ("drop-shadow(#12345 1px 2px)", 13, "#rgb, #rgba, #rrggbb or #rrggbbaa", "#12345"),
        ("saturate(2)/", 12, "a filter such as blur(8px), or none", "/"),
        ("saturate(2), blur(1px)", 12, "a filter such as blur(8px), or none", ","),
        ("brightness(\u{1}2)", 12, "a number that is not negative", "\u{FFFD}"),
    ])
    func `points at the fault`(text: String, column: Int, says: String, token: String) {
        let error = #expect(throws: FilterListError.self) { try FilterList(text) }
        #expect(error?.place?.column == column)
        #expect(error?.place?.token.trimmed == token.trimmed)
        #expect(error?.description.contains(says) == true, "\(String(describing: error))")
        #expect(error?.description.hasPrefix("Column \(column): ") == true)
    }

    @Test(arguments: [
        ("blurr(1px)", "blurr", "blur"),
        ("gray(1)", "gray", "grayscale"), ("negate(1)", "negate", "invert"),
        ("dropshadow(0 0)", "dropshadow", "drop-shadow"), ("pixelat", "pixelat", "pixelate"),
        ("frost(1)", "frost", nil), ("\u{E9}toile(1)", "\u{E9}toile", nil),
    ])
    func `suggests the filter that was meant`(
        text: String,
        token: String,
        suggestion: String?
    ) {
        #expect(
            throws: FilterListError.unknownFilter(
                .init(column: 1, token: token),
                suggestion: suggestion
            )
        ) { try FilterList(text) }
    }

    @Test func `ends a sentence once`() {
        for (text, end) in [("blurr(1px)", "did you mean 'blur'?"), ("blur(1)", "not '1'.")] {
            let error = #expect(throws: FilterListError.self) { try FilterList(text) }
            #expect(error?.description.hasSuffix(end) == true)
        }
    }

    @Test(arguments: [
        ("blur(env(x))", 6, "env(", FilterListError.Unsupported.computation),
        ("drop-shadow(var(--x))", 13, "var(", .computation),
        ("url(#blur)", 1, "url(", .reference),
        ("saturate(2) URL(x.svg)", 13, "URL(", .reference),
        ("blur(5lh)", 6, "5lh", .relativeUnit), ("blur(calc(5Rlh))", 11, "5Rlh", .relativeUnit),
        ("blur(1vw)", 6, "1vw", .relativeUnit), ("blur(1cqmin)", 6, "1cqmin", .relativeUnit),
        ("tint(device-cmyk(0 0 0 1))", 6, "device-cmyk(", .colorSpace),
        ("tint(color-mix(in lab, device-cmyk(0 0 0 1), red))", 24, "device-cmyk(", .colorSpace),
    ])
    func `refuses by name what a picture cannot know`(
        text: String,
        column: Int,
        token: String,
        reason: FilterListError.Unsupported
    ) {
        #expect(throws: FilterListError.unsupported(.init(column: column, token: token), reason)) {
            try FilterList(text)
        }
    }

    @Test func `shortens what it repeats`() {
        let error = #expect(throws: FilterListError.self) {
            try FilterList("x" + String(repeating: "y", count: 1000) + "(1)")
        }
        #expect(error?.place?.token.count == 41)
    }
}

extension String {
    fileprivate var trimmed: String { filter { $0 != " " } }
}
