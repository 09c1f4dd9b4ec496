// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster
import Rendering
import Testing

@testable import Service

@Suite
struct RenderParametersTests {
    private func read(_ query: String) throws -> RenderParameters {
        try RenderParameters(try FormEncoding.pairs(in: query))
    }

    @Test
    func `stands for the defaults when nothing is stated`() throws {
        #expect(try read("") == RenderParameters())
    }

    @Test(arguments: [
        ("blur=20&saturate=1.8", "saturate=1.8&blur=20"),
        ("blur=20", "blur=20.0"),
        ("blur=20", "blur=020.000"), ("blur=20", "blur=20px"), ("blur=0", "blur=0pt"),
        ("saturate=1.8", "saturate=180%25"),
        ("blur=0", "blur=-0"),
        ("blur=20", "blur=20&edge=clamp&saturate=1&quality=82&dither=false"),
        ("background=fff", "background=%23FFFFFF"),
        ("background=white", "background=FFF"),
        ("progressive=1", "progressive=true"),
        ("progressive=1", "progressive=True"),
        ("compression=fast", ""),
        ("format=auto", ""),
    ])
    func `gives the same value for requests that mean the same`(one: String, other: String) throws {
        #expect(try read(one) == read(other))
    }

    @Test(arguments: [
        ("blur=20", "blur=20.5"), ("edge=mirror&blur=1", "edge=clamp&blur=1"),
        ("quality=82", "quality=83"), ("dither=1", "dither=0"),
        ("background=red", "background=lime"),
        ("subsampling=420", "subsampling=444"), ("subsampling=420", "subsampling=auto"),
        ("compression=6", "compression=fast"),
    ])
    func `gives different values for requests that differ`(one: String, other: String) throws {
        #expect(try read(one) != read(other))
    }

    @Test(arguments: [
        ("blur", "0"), ("blur", "1000"), ("blur", "0.3"), ("saturate", "0"), ("saturate", "100"),
        ("quality", "1"), ("quality", "100"), ("compression", "0"), ("compression", "9"),
    ])
    func `accepts both ends of a range`(name: String, value: String) throws {
        _ = try RenderParameters([(name, value)])
    }

    @Test(arguments: [
        ("blur", "1000.001"), ("blur", "-0.001"), ("blur", "99999999999999999999999"),
        ("saturate", "100.1"), ("saturate", "-1"), ("quality", "0"), ("quality", "101"),
        ("quality", "99999999999999999999999"), ("compression", "10"), ("compression", "-1"),
    ])
    func `refuses what is outside a range, by name`(name: String, value: String) throws {
        let parameter = try #require(RenderParameter.named(name))
        #expect(throws: ParameterError.outOfRange(parameter, value: value)) {
            try RenderParameters([(name, value)])
        }
    }

    @Test(arguments: [
        "", " 20", "20 ", "+20", "nan", "NaN", "inf", "-inf", "1e3", "0x10", "20p", "20.", ".",
        "1.2.3", "-", "--1", "2٠", "20,5", String(repeating: "0", count: 65),
    ])
    func `refuses numbers that are not plain decimals`(value: String) throws {
        let error = try #require(throws: ParameterError.self) {
            try RenderParameters([("blur", value)])
        }
        guard case .malformed(.blur, value, _) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: [
        ("quality", "82.0"), ("quality", ""), ("compression", "best"), ("progressive", "yes"),
        ("progressive", ""), ("progressive", "2"), ("dither", "yes"), ("edge", "wrap"),
        ("edge", "clamp "), ("format", "bmp"), ("subsampling", "422"),
    ])
    func `refuses values of another kind`(name: String, value: String) throws {
        let parameter = try #require(RenderParameter.named(name))
        let error = try #require(throws: ParameterError.self) {
            try RenderParameters([(name, value), ("blur", "1")].reversed())
        }
        guard case .malformed(parameter, value, _) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: ["##fff", "ff", "ffff", "fffffff", "ggg", "+ff", "rgb(1 2)", "", "red blue"])
    func `points at what is no color`(value: String) throws {
        for name in ["background", "tint", "solid"] {
            let error = #expect(throws: ParameterError.self) {
                try RenderParameters([(name, value)], isComplete: false)
            }
            #expect(error?.parameter == name && error?.column != nil, "\(name)=\(value)")
        }
    }

    @Test func `reads any color of CSS as a tint and as a solid`() throws {
        let tinted = try RenderParameters([
            ("material", "applyTintEffectWithColor"), ("tint", "color-mix(in srgb, red, lime)"),
        ])
        #expect(tinted.tint == StraightColor(red: 0.5, green: 0.5, blue: 0))
        let solid = try RenderParameters([("material", "light"), ("solid", "#0f08")])
        #expect(
            solid.traits.solid == StraightColor(red: 0, green: 1, blue: 0, alpha: 136.0 / 255)
        )
    }

    @Test(arguments: [
        ("background", "#08f", Color(red: 0, green: 0x88, blue: 0xff)),
        ("background", "102030", Color(red: 0x10, green: 0x20, blue: 0x30)),
        ("background", "Navy", Color(red: 0, green: 0, blue: 128)),
        ("background", "rgb(0 0 0 / 40%)", Color(red: 153, green: 153, blue: 153)),
        ("background", "oklch(62.8% .2577 29.23)", Color(red: 255, green: 0, blue: 0)),
        ("background", "transparent", .white),
    ])
    func `reads colors`(name: String, value: String, color: Color) throws {
        #expect(try RenderParameters([(name, value)]).background == color)
    }

    @Test(arguments: [
        ("blurr", "blur"), ("Blur", "blur"), ("blr", "blur"), ("sigma", "blur"),
        ("saturation", "saturate"), ("quailty", "quality"), ("q", "quality"), ("fmt", "format"),
    ])
    func `suggests the name that was meant`(name: String, suggestion: String) {
        #expect(throws: ParameterError.unknown(name: name, suggestion: suggestion)) {
            try RenderParameters([(name, "1")])
        }
    }

    @Test(arguments: ["", "x", "watermark", String(repeating: "blur", count: 20)])
    func `suggests nothing for a name that is like no other`(name: String) {
        #expect(throws: ParameterError.unknown(name: name, suggestion: nil)) {
            try RenderParameters([(name, "1")])
        }
    }

    @Test
    func `refuses a parameter that is given twice`() {
        #expect(throws: ParameterError.repeated(name: "blur")) { try read("blur=20&blur=20") }
    }

    @Test(arguments: [
        ("format=png&quality=80", RenderParameter(.quality)),
        ("quality=80&format=png", RenderParameter(.quality)),
        ("format=png&subsampling=444", RenderParameter(.subsampling)),
        ("format=png&progressive=0", RenderParameter(.progressive)),
        ("format=png&optimize=1", RenderParameter(.optimize)),
        ("format=png&background=red", RenderParameter.background),
        ("format=jpeg&compression=9", RenderParameter(.compression)),
    ])
    func `refuses options of the format that is not asked for`(
        query: String,
        name: RenderParameter
    ) {
        #expect(throws: ParameterError.conflict(name, other: .format)) { try read(query) }
    }

    @Test
    func `refuses an edge without a blur, and takes it with a blur of nothing`() throws {
        #expect(throws: ParameterError.conflict(.edge, other: .blur)) { try read("edge=mirror") }
        _ = try read("edge=mirror&blur=0")
    }

    @Test
    func `leaves options of either format in peace while the format is open`() throws {
        _ = try read("quality=80&compression=9")
    }

    @Test
    func `looks for conflicts only among all parameters`() throws {
        _ = try RenderParameters([("edge", "mirror")], isComplete: false)
    }

    @Test(arguments: [
        ("blur=8pt&scale=2.5", "blur=20"), ("blur=8pt", "blur=8"),
        ("filter=blur(8pt)&scale=1.5", "blur=12px"),
        (
            "filter=blur(8pt)+drop-shadow(2pt+1px+1pt)&scale=2",
            "filter=blur(16px)+drop-shadow(4px+1px+2px)"
        ),
    ])
    func `takes a point for the scale's pixels`(points: String, pixels: String) throws {
        #expect(try read(points).plan() == read(pixels).plan())
    }

    @Test
    func `follows the hint of pixels per point with a length in points`() throws {
        var hints = PartialTraits()
        hints.scale = 2.625
        for query in ["blur=8pt", "filter=blur(8pt)"] {
            let parameters = try read(query)
            #expect(try parameters.plan(hints: hints) == read("blur=21").plan())
            #expect(parameters.consultable() == [.scale])
        }
    }

    @Test
    func `refuses points that are too many pixels`() throws {
        var hints = PartialTraits()
        hints.scale = 3
        let blur = try read("blur=400pt")
        #expect(throws: ParameterError.outOfRange(.blur, value: "400pt")) {
            try blur.plan(hints: hints)
        }
        let filter = try read("filter=pixelate(400pt)")
        let error = #expect(throws: ParameterError.self) { try filter.plan(hints: hints) }
        #expect(error?.column == 10)
    }

    @Test(arguments: [
        "blur=8em", "blur=pt", "blur=8%25", "saturate=%25", "saturate=1%25%25", "saturate=1px",
    ])
    func `refuses other units`(query: String) {
        #expect(throws: ParameterError.self) { try read(query) }
    }

    @Test
    func `makes plan and output of the values`() throws {
        let parameters = try read("blur=20&saturate=1.8&edge=mirror&quality=70&background=f00")
        let blur = try GaussianBlur(sigma: 20, edge: .mirror)
        let saturation = try Saturation(amount: 1.8)
        #expect(try parameters.plan() == Plan(blur: blur, saturate: saturation))
        let output = parameters.output(as: .jpeg)
        #expect(output.encoding == .jpeg(JPEGOptions(quality: 70)))
        #expect(output.background == Color(red: 255, green: 0, blue: 0))
    }

    @Test
    func `leaves a picture alone when nothing is asked for`() throws {
        #expect(try RenderParameters().plan() == Plan([]))
    }

    @Test
    func `has no part for JPEG options in a PNG`() throws {
        let plain = try read("compression=3").output(as: .png)
        let loaded = try read("compression=3&quality=1&background=red").output(as: .png)
        #expect(plain == loaded)
    }
}
