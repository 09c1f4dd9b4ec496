// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster
import Testing

/// The canonical text of what a list does, identities left out.
private func plan(_ text: String, kernel: BlurKernel = .gaussian) throws -> String {
    Plan(filters: try FilterList(text).filters(edge: .clamp, kernel: kernel)).description
}

@Suite
struct FilterListTests {
    private static let digest = String(repeating: "0123456789abcdef", count: 4)

    @Test(arguments: [
        ("none", "none"), (" NONE ", "none"), ("blur()", "none"), ("blur(0)", "none"),
        ("blur(8px)", "blur(sigma 8 edge clamp)"),
        ("BLUR(8PX)", "blur(sigma 8 edge clamp)"),
        ("  blur( 8px )\n", "blur(sigma 8 edge clamp)"),
        ("/* a */blur(/* b */8px/**/)/* c */", "blur(sigma 8 edge clamp)"),
        ("bl\\75r(8px)", "blur(sigma 8 edge clamp)"),
        ("\\62 lur(8p\\78)", "blur(sigma 8 edge clamp)"),
        ("blur(+.8e+1px)", "blur(sigma 8 edge clamp)"),
        ("blur(800E-2px)", "blur(sigma 8 edge clamp)"),
        ("blur(-0px)", "none"),
        ("blur(1in)", "blur(sigma 96 edge clamp)"),
        ("blur(2.54cm)", "blur(sigma 96 edge clamp)"),
        ("blur(25.4mm)", "blur(sigma 96 edge clamp)"),
        ("blur(101.6Q)", "blur(sigma 96 edge clamp)"),
        ("blur(6pc)", "blur(sigma 96 edge clamp)"),
        ("blur(72pt)", "blur(sigma 72 edge clamp)"),
        ("blur(1000px)", "blur(sigma 1000 edge clamp)"),
        ("brightness(0.5)", "brightness(amount 0.5)"),
        ("brightness(50%)", "brightness(amount 0.5)"),
        ("brightness()", "none"), ("contrast()", "none"), ("saturate()", "none"),
        ("hue-rotate()", "none"),
        ("contrast(1000)", "contrast(amount 1000)"),
        ("saturate(180%)", "saturate(amount 1.8)"),
        ("grayscale()", "grayscale(amount 1)"), ("sepia()", "sepia(amount 1)"),
        ("invert()", "invert(amount 1)"), ("opacity()", "none"),
        ("grayscale(300%)", "grayscale(amount 1)"), ("sepia(1e999)", "sepia(amount 1)"),
        ("invert(7)", "invert(amount 1)"), ("opacity(2)", "none"),
        ("opacity(0)", "opacity(amount 0)"),
        ("hue-rotate(90deg)", "hue-rotate(degrees 90)"),
        ("hue-rotate(100grad)", "hue-rotate(degrees 90)"),
        ("hue-rotate(.25turn)", "hue-rotate(degrees 90)"),
        ("hue-rotate(1.5707963267948966rad)", "hue-rotate(degrees 90)"),
        ("hue-rotate(450deg)", "hue-rotate(degrees 90)"),
        ("hue-rotate(-180deg)", "hue-rotate(degrees 180)"),
        ("hue-rotate(360deg)", "none"), ("hue-rotate(0)", "none"),
        ("blur(2px)saturate(2)", "blur(sigma 2 edge clamp) saturate(amount 2)"),
        ("saturate(2) blur(2px)", "saturate(amount 2) blur(sigma 2 edge clamp)"),
    ])
    func `reads what CSS writes`(text: String, expected: String) throws {
        #expect(try plan(text) == expected)
    }

    @Test(arguments: [
        ("drop-shadow(1px 2px)", "x 1 y 2 sigma 0 color [0 0 0 1]"),
        ("drop-shadow(1px 2px 3px)", "x 1 y 2 sigma 3 color [0 0 0 1]"),
        ("drop-shadow(red 1px 2px 3px)", "x 1 y 2 sigma 3 color [1 0 0 1]"),
        ("drop-shadow(1px 2px 3px red)", "x 1 y 2 sigma 3 color [1 0 0 1]"),
        ("drop-shadow(1px 2px #f00)", "x 1 y 2 sigma 0 color [1 0 0 1]"),
        ("drop-shadow(rgb(255 0 0)-1px 0)", "x -1 y 0 sigma 0 color [1 0 0 1]"),
        ("drop-shadow(0 0 3pt CurrentColor)", "x 0 y 0 sigma 3 color [0 0 0 1]"),
    ])
    func `takes the color of a shadow first or last`(text: String, expected: String) throws {
        #expect(try plan(text) == "drop-shadow(\(expected))")
    }

    @Test(arguments: [
        (
            "luminance-curve(.75 .9 83% .925 .815)", 24,
            "a number from -10 to 10", "83%"
        ),
        ("luminance-curve(2 0 0 1 1)", 17, "a number from 0 to 1 or a percentage", "2"),
        ("color-matrix(1 0 0)", 19, "a number from -1000 to 1000", ")"),
        ("pixelate(1.5px)", 10, "a whole number of pixels from 1px to 1000px", "1.5px"),
        ("pixelate(0)", 10, "a whole number of pixels from 1px to 1000px", "0"),
        ("vignette(101%)", 10, "a number from 0 to 1 or a percentage", "101%"),
        ("tint()", 6, "a color", ")"),
        ("zoom-blur(.5 at 50 50)", 17, "a percentage from 0% to 100%", "50"),
        ("motion-blur(251px)", 13, "a length from 0px to 250px", "251px"),
        ("variable-blur(4px mask(ABC))", 24, "a digest of 64 lowercase hexadecimal digits", "ABC"),
        ("variable-blur(4px 3px)", 19, "mask() with a digest", "3px"),
        ("average-color(1)", 15, "')'", "1"),
        ("curve(0 .7 .88)", 15, "a number from -10 to 10", ")"),
        ("curve(0 .7 .88 11)", 16, "a number from -10 to 10", "11"),
        ("magnify(.99)", 9, "a number from 1 to 10 or a percentage", ".99"),
        ("magnify(1001%)", 9, "a number from 1 to 10 or a percentage", "1001%"),
    ])
    func `says what filters beyond CSS take`(
        text: String,
        column: Int,
        allowed: String,
        token: String
    ) {
        let error = #expect(throws: FilterListError.self) { try FilterList(text) }
        #expect(error?.place == FilterListError.Place(column: column, token: token))
        #expect(error?.description.contains(allowed) == true, "\(String(describing: error))")
    }

    @Test func `reads filters beyond CSS`() throws {
        #expect(
            try plan("luminance-curve(75% .9 .83 1.1 -.2)")
                == "luminance-curve(amount 0.75 values [0.9 0.83 1.1 -0.2])"
        )
        #expect(try plan("brightness-offset(-10%)") == "brightness-offset(offset -0.1)")
        let rows = "[[1 2 3 4 5] [6 7 8 9 10] [11 12 13 14 15] [16 17 18 19 20]]"
        #expect(
            try plan("color-matrix(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)")
                == "color-matrix(rows \(rows))"
        )
        #expect(try plan("tint(rgb(255 0 0 / 50%))") == "tint(color [1 0 0 0.5])")
        #expect(
            try plan("color-controls(1.5 -.1 2)")
                == "color-controls(saturation 1.5 brightness -0.1 contrast 2)"
        )
        #expect(try plan("vignette(70%)") == "vignette(start 0.7)")
        #expect(try plan("vignette()") == "vignette(start 1)")
        #expect(try plan("average-color") == "average-color()")
        #expect(try plan("Average-Color( )") == "average-color()")
        #expect(try plan("zoom-blur(10%)") == "zoom-blur(amount 0.1 x 0.5 y 0.5)")
        #expect(try plan("zoom-blur(.1 AT 0% 100%)") == "zoom-blur(amount 0.1 x 0 y 1)")
        #expect(try plan("motion-blur(20px 100grad)") == "motion-blur(radius 20 angle 90)")
        #expect(try plan("motion-blur(20px)") == "motion-blur(radius 20 angle 0)")
        #expect(try plan("pixelate(8px)") == "pixelate(side 8)")
        #expect(try plan("curve(0 .7 88e-2 .88)") == "curve(values [0 0.7 0.88 0.88])")
        #expect(try plan("magnify(104%)") == "magnify(factor 1.04)")
        #expect(try plan("magnify(10)") == "magnify(factor 10)")
        #expect(try plan("magnify(1)") == "none")
    }

    @Test(arguments: [("", "alpha"), (" alpha", "alpha"), (" LUMINANCE ", "luminance")])
    func `reads a mask whose digest looks like numbers`(words: String, channel: String) throws {
        for start in ["0123", "2e99", "abcd", "96e1"] {
            let digest = start + Self.digest.dropFirst(4)
            let mask = "mask(picture \(digest) channel \(channel))"
            #expect(
                try plan("variable-blur(4px mask( \(digest)\(words)))")
                    == "variable-blur(sigma 4 edge clamp mask \(mask))"
            )
        }
        let list = try FilterList("variable-blur(4px mask(\(Self.digest)))")
        #expect(list.resources == [ResourceID(digest: Self.digest)])
        #expect(EdgeMode.allCases.allSatisfy(list.sees))
        #expect(!list.hasBlur)
    }

    @Test func `takes sixteen filters and no more`() throws {
        let sixteen = String(repeating: "invert(.1) ", count: 16)
        #expect(try FilterList(sixteen).names.count == 16)
        #expect(throws: FilterListError.tooMany(.init(column: 177, token: "blur("), limit: 16)) {
            try FilterList(sixteen + "blur(1px)")
        }
    }

    @Test func `takes as many bytes as the limit says and no more`() throws {
        let list = "blur(1px)"
        let spaces = String(repeating: " ", count: FilterList.lengthLimit - list.utf8.count)
        #expect(try plan(list + spaces) == "blur(sigma 1 edge clamp)")
        #expect(throws: FilterListError.tooLong(limit: 2048)) {
            try FilterList(list + spaces + " ")
        }
    }

    @Test func `takes thirty-two functions and parentheses in each other and no more`() throws {
        func list(_ depth: Int) -> String {
            "blur(calc\(String(repeating: "(", count: depth))1px\(String(repeating: ")", count: depth)))"
        }
        // The first parenthesis is that of calc().
        #expect(try plan(list(32)) == "blur(sigma 1 edge clamp)")
        #expect(throws: FilterListError.tooDeep(.init(column: 42, token: "("), limit: 32)) {
            try FilterList(list(33))
        }
    }

    @Test(arguments: [
        ("blur(5000px)", "blur(1000px)"), ("blur(calc(-1px))", "blur()"),
        ("blur(calc(1px / 0))", "blur(1000px)"), ("contrast(1e999)", "contrast(1000)"),
        ("saturate(123456%)", "saturate(1000)"), ("brightness(calc(-infinity))", "brightness(0)"),
        ("drop-shadow(-1e9px 1e9px 1e9px)", "drop-shadow(-65536px 65536px 1000px)"),
        ("hue-rotate(1e999deg)", "none"), ("blur(5em)", "blur(80px)"), ("blur(.5rem)", "blur(8px)"),
        ("blur(5px", "blur(5px)"), ("sepia(1) /* open", "sepia(1)"), ("revert-layer", "none"),
    ])
    func `limits what CSS limits`(text: String, same: String) throws {
        #expect(try plan(text) == plan(same))
    }

    @Test(arguments: [
        ("blur(8pt)", 1, "blur(sigma 8 edge clamp)"),
        ("blur(8pt)", 2.625, "blur(sigma 21 edge clamp)"),
        ("blur(calc(8pt + 1px))", 3, "blur(sigma 25 edge clamp)"),
        ("blur(6pc)", 3, "blur(sigma 96 edge clamp)"), ("pixelate(1.5pt)", 2, "pixelate(side 3)"),
    ])
    func `takes points for the scale's pixels`(text: String, scale: Double, plan: String) throws {
        let list = try FilterList(text)
        #expect(list.hasPoints == text.contains("pt"))
        let filters = try list.scaled(by: scale).filters(edge: .clamp)
        #expect(Plan(filters: filters).description == plan)
    }

    @Test(arguments: [("pixelate(1.5pt)", 1.0), ("motion-blur(100pt)", 3), ("pixelate(.5pt)", 1)])
    func `checks points with the scale`(text: String, scale: Double) throws {
        let list = try FilterList(text)
        #expect(throws: FilterListError.self) { try list.scaled(by: scale) }
    }

    @Test func `blurs with the edge and the kernel that are asked for`() throws {
        let list = try FilterList("blur(4px) saturate(2) blur(5px)")
        #expect(list.hasBlur)
        #expect(list.names == ["blur", "saturate", "blur"])
        for kernel in BlurKernel.allCases {
            let filters = try list.filters(edge: .clamp, kernel: kernel)
            #expect(filters[0] == (try kernel.filter(sigma: 4, edge: .clamp)))
            #expect(filters[1] == .color(.saturate(2)))
            #expect(filters[2] == (try kernel.filter(sigma: 5, edge: .clamp)))
        }
        #expect(throws: EffectError.unsupportedEdge(.mirror)) {
            try list.filters(edge: .mirror, kernel: .apple3box)
        }
        #expect(try list.filters(edge: .mirror, kernel: .css3box).count == 3)
    }

    /// Every filter with the least that it takes, so that the table and the effects agree.
    @Test(arguments: FilterFunction.table)
    func `takes the ends of every range`(row: FilterFunction) throws {
        let ends = [ClosedRange<Double>.lowerEnd, ClosedRange<Double>.upperEnd]
        for end in ends {
            let values = row.arguments.flatMap { argument in
                Array(repeating: Self.value(of: argument, end), count: argument.count)
            }
            let text = "\(row.name)(\(values.joined(separator: " ")))"
            #expect(try FilterList(text).filters(edge: .clamp).count == 1)
        }
    }

    private static func value(
        of argument: FilterFunction.Argument,
        _ end: (ClosedRange<Double>) -> Double
    ) -> String {
        switch argument.kind {
        case .color: "white"
        case .mask: "mask(\(digest))"
        case .position: "at \(end(0...100))% \(end(0...100))%"
        case .angle: "\(end(-1e6...1e6))deg"
        case .amount, .number, .length:
            "\(argument.range.map(end) ?? 0)\(argument.unit ?? "")"
        }
    }
}

extension ClosedRange<Double> {
    fileprivate static func lowerEnd(_ range: ClosedRange<Double>) -> Double { range.lowerBound }
    fileprivate static func upperEnd(_ range: ClosedRange<Double>) -> Double { range.upperBound }
}
