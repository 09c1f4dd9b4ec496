// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

@Suite
struct FilterColorTests {
    private static func color(_ text: String) throws -> StraightColor {
        let filters = try FilterList("tint(\(text))").filters(edge: .clamp)
        guard case .tint(let color) = filters.first else {
            Issue.record("\(text) is no tint")
            return StraightColor(.black)
        }
        return color
    }

    /// Levels of 255, and alpha.
    @Test(
        arguments: [
            ("rebeccapurple", [102, 51, 153, 1]), ("TRANSPARENT", [0, 0, 0, 0]),
            ("currentColor", [0, 0, 0, 1]), ("lightgoldenrodyellow", [250, 250, 210, 1]),
            ("#f80", [255, 136, 0, 1]), ("#F808", [255, 136, 0, 136 / 255.0]),
            ("#0a2540", [10, 37, 64, 1]), ("#0a254080", [10, 37, 64, 128 / 255.0]),
            ("#123", [17, 34, 51, 1]), ("#1e3", [17, 238, 51, 1]),
            ("rgb(10 20 30)", [10, 20, 30, 1]), ("rgb(10,20,30)", [10, 20, 30, 1]),
            ("rgb(10 20 30/50%)", [10, 20, 30, 0.5]), ("rgba(10, 20, 30, .5)", [10, 20, 30, 0.5]),
            ("rgb(100% 0% 50%)", [255, 0, 127.5, 1]), ("rgb(100%,0%,50%)", [255, 0, 127.5, 1]),
            ("rgb(50% 20 none / none)", [127.5, 20, 0, 0]),
            ("rgb(300 -5 20.5)", [255, 0, 20.5, 1]),
            ("rgba(10 20 30 / 200%)", [10, 20, 30, 1]), ("RGB(0,0,0,0)", [0, 0, 0, 0]),
            ("rgb(1e999 0 0)", [255, 0, 0, 1]),
            ("hsl(120 100% 25%)", [0, 127.5, 0, 1]), ("hsl(120, 100%, 25%)", [0, 127.5, 0, 1]),
            ("hsl(120deg 100 25)", [0, 127.5, 0, 1]),
            ("hsla(.5turn, 100%, 50%, 25%)", [0, 255, 255, 0.25]),
            ("hsl(-120 100% 50%)", [0, 0, 255, 1]), ("hsl(480 100% 50%)", [0, 255, 0, 1]),
            ("hsl(200grad 50% 50%)", [63.75, 191.25, 191.25, 1]),
            ("hsl(none 0 50)", [127.5, 127.5, 127.5, 1]),
            // Only between commas is saturation limited to 100 %.
            ("hsl(0, 150%, 40%)", [204, 0, 0, 1]), ("hsl(210 180 30)", [0, 76.5, 214.2, 1]),
            ("hsl(0 120% 10%)", [56.1, 0, 0, 1]), ("hsl(0 250 150)", [63.75, 255, 255, 1]),
            ("hsl(0 -50 50)", [127.5, 127.5, 127.5, 1]),
            ("hsl(from red h -50 50)", [63.75, 191.25, 191.25, 1]),
            ("hsl(from color(srgb 1.5 .2 .2) h s l)", [255, 51, 51, 1]),
            ("hsl(from red h calc(s * 2) calc(l - 20))", [229.5, 0, 0, 1]),
            ("hwb(0 0% 0%)", [255, 0, 0, 1]), ("hwb(120 20% 30% / .5)", [51, 178.5, 51, 0.5]),
            ("hwb(90 60 60)", [127.5, 127.5, 127.5, 1]), ("hwb(none none 100%)", [0, 0, 0, 1]),
        ] as [(String, [Double])]
    )
    func `reads the colors of CSS`(text: String, levels: [Double]) throws {
        let color = try Self.color(text)
        let actual = [color.red * 255, color.green * 255, color.blue * 255, color.alpha]
        for (actual, expected) in zip(actual, levels) { #expect(abs(actual - expected) < 1e-9) }
    }

    @Test(arguments: [
        ("#12", 6, "#12"), ("#12345", 6, "#12345"), ("#ggg", 6, "#ggg"), ("#", 6, "#"),
        ("canvass", 6, "canvass"), ("5", 6, "5"), ("", 6, ")"),
        ("rgb(1 2)", 13, ")"), ("rgb(1, 2 3)", 15, "3"), ("rgb(1 2, 3)", 13, ","),
        ("rgb(1 2 3, 4)", 15, ","), ("rgb(1, 2, 3 / 4)", 18, "/"), ("rgb(1%, 2, 3)", 14, "2"),
        ("rgb(1, 2%, 3)", 13, "2%"), ("rgb(none, 2, 3)", 16, "2"), ("rgb(1, none, 3)", 13, "none"),
        ("rgb(1deg 2 3)", 10, "1deg"), ("rgb(1 2 3 /)", 17, ")"),
        ("rgb(from red r g)", 22, ")"), ("hsl(h s l)", 10, "h"), ("color(teal 1 2 3)", 12, "teal"),
        ("color-mix(in srgb, red)", 28, ")"), ("color-mix(in srgb, red 101%, blue)", 29, "101%"),
        ("hsl(1 2)", 13, ")"), ("hsl(10, 20, 30%)", 14, "20"), ("hsl(10px 20% 30%)", 10, "10px"),
        ("hsl(10% 20% 30%)", 10, "10%"), ("hsl(none, 20%, 30%)", 16, "20%"),
        ("hwb(1, 2%, 3%)", 11, ","), ("hwb(1 2% 3%, 4)", 17, ","),
    ])
    func `points at what is no color`(text: String, column: Int, token: String) {
        let error = #expect(throws: FilterListError.self) { try FilterList("tint(\(text))") }
        #expect(error?.place == FilterListError.Place(column: column, token: token), "\(text)")
    }

    @Test func `reads a color by itself`() throws {
        #expect(try StraightColor(css: " #f00 ") == StraightColor(red: 1, green: 0, blue: 0))
        #expect(
            throws: FilterListError.unexpected(
                .init(column: 5, token: "blue"),
                expected: "nothing after the color"
            )
        ) { try StraightColor(css: "red blue") }
    }

    @Test func `knows every named color once`() throws {
        let names = NamedColors.names
        #expect(names.count == 148)
        for name in names {
            #expect(try Self.color(name) == NamedColors.color(name).map { StraightColor($0) })
        }
    }
}
