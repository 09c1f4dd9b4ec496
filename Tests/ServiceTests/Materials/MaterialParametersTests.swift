// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPTypes
import Raster
import Testing

@testable import Service

@Suite
struct MaterialParametersTests {
    private func parameters(_ query: String) throws -> RenderParameters {
        try RenderParameters(try FormEncoding.pairs(in: query))
    }

    private func hints(_ fields: HTTPFields) -> PartialTraits { PartialTraits(hints: fields) }

    @Test(arguments: MaterialStyle.allCases)
    func `asks for the steps of the material`(style: MaterialStyle) throws {
        let appearance = style.appearance(in: .dark)
        let query = "material=\(style)&appearance=\(appearance.rawValue)&scale=2"
        let plan = try parameters(query).plan()
        #expect(plan == Plan(filters: style.filters(Traits(appearance: appearance, scale: 2))))
    }

    @Test
    func `takes the defaults without hints`() throws {
        let plan = try parameters("material=systemMaterial").plan()
        #expect(plan == Plan(filters: MaterialStyle.systemMaterial.filters(Traits())))
    }

    @Test
    func `follows hints where no parameter decides`() throws {
        let hints = hints([
            .prefersColorScheme: "\"dark\"", .devicePixelRatio: "3",
            .prefersContrast: "\"more\"", .prefersReducedTransparency: "\"reduce\"",
        ])
        let query = "material=prominent&reduce-transparency=0&increase-contrast=false"
        #expect(
            try parameters(query).plan(hints: hints)
                == Plan(
                    filters: MaterialStyle.prominent.filters(Traits(appearance: .dark, scale: 3))
                )
        )
        #expect(
            try parameters("material=prominent&solid=f00").plan(hints: hints)
                == Plan(filters: [.tint(StraightColor(red: 1, green: 0, blue: 0))])
        )
    }

    @Test
    func `takes a color where the material does`() throws {
        let query = "material=applyTintEffectWithColor&tint=navy"
        let navy = StraightColor(Color(red: 0, green: 0, blue: 128), alpha: 0.6)
        #expect(try parameters(query).plan().filters?.last == .tint(navy))
    }

    @Test(arguments: [
        (
            "appearance=dark", ParameterError.conflict(.appearance, other: .material),
            "'appearance' does nothing without 'material' or a scene."
        ),
        (
            "scale=2&material=none", .conflict(.scale, other: .material),
            "'scale' does nothing without 'material', a scene, or a length in points (pt)."
        ),
        (
            "reduce-transparency=1", .conflict(.reduceTransparency, other: .material),
            "'reduce-transparency' does nothing without 'material' or a scene."
        ),
        (
            "material=dark&blur=3", .exclusive(.blur, other: .material),
            "'blur' cannot be used together with 'material'."
        ),
        (
            "material=dark&edge=clamp", .exclusive(.edge, other: .material),
            "'edge' cannot be used together with 'material'."
        ),
        (
            "saturate=1&material=dark", .exclusive(.saturate, other: .material),
            "'saturate' cannot be used together with 'material'."
        ),
        (
            "material=dark&tint=red", .conflict(.tint, other: .material),
            "'tint' has an effect only with 'material=applyTintEffectWithColor'."
        ),
        (
            "material=dark&solid=red&reduce-transparency=0",
            .conflict(.solid, other: .reduceTransparency),
            "'solid' does nothing with 'reduce-transparency=0'."
        ),
        (
            "material=systemThinMatrial",
            .malformed(
                .material,
                value: "systemThinMatrial",
                suggestion: "systemThinMaterial"
            ),
            "'material' takes a name listed at /v1/materials, auto, or none. "
                + "Did you mean 'systemThinMaterial'?"
        ),
        (
            "material=glass", .malformed(.material, value: "glass", suggestion: nil),
            "'material' takes a name listed at /v1/materials, auto, or none."
        ),
        (
            "material=dark&scale=4.5", .outOfRange(.scale, value: "4.5"),
            "'scale' takes a number from 0.5 to 4, or auto."
        ),
        (
            "material=dark&scale=1,5", .malformed(.scale, value: "1,5", suggestion: "1.5"),
            "'scale' takes a number from 0.5 to 4, or auto. Did you mean '1.5'?"
        ),
        (
            "material=dark&appearance=drak",
            .malformed(.appearance, value: "drak", suggestion: "dark"),
            "'appearance' takes one of light, dark, auto. Did you mean 'dark'?"
        ),
        (
            "material=dark&appearance=Light", .fixedAppearance(.dark),
            "'appearance' does nothing here: 'dark' is always dark."
        ),
        (
            "material=dark&increase-contrast=more", .malformed(.increaseContrast, value: "more"),
            "'increase-contrast' takes one of 0, 1, true, false, auto."
        ),
    ])
    func `refuses what contradicts or does nothing`(
        query: String,
        error: ParameterError,
        words: String
    ) throws {
        #expect(throws: error) { try parameters(query) }
        #expect(error.description == words)
    }

    @Test(arguments: MaterialStyle.allCases)
    func `gives the same result to clients that differ in hints without a say`(
        style: MaterialStyle
    ) throws {
        let all = HintedClient.all
        let appearance = "&appearance=\(style.appearance(in: .dark).rawValue)"
        for query in ["", appearance, "&scale=2&increase-contrast=1", "&solid=red"] {
            let parameters = try parameters("material=\(style)\(query)")
            for one in all {
                let names = Set(Traits.Trait.hints(parameters.consultable()))
                for other in all where one.agrees(with: other, on: names) {
                    #expect(
                        try parameters.plan(hints: one.hints) == parameters.plan(hints: other.hints)
                    )
                }
            }
        }
    }
}

/// A client that sends some hints.
struct HintedClient: Sendable {
    let fields: [(String, String)]

    var hints: PartialTraits {
        var known = HTTPFields()
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else { continue }
            known[name] = value
        }
        return PartialTraits(hints: known)
    }

    /// The value of a field, which is told apart from its absence.
    func value(_ name: String) -> String? {
        fields.first { $0.0.lowercased() == name.lowercased() }?.1
    }

    func agrees(with other: HintedClient, on names: Set<String>) -> Bool {
        names.allSatisfy { value($0) == other.value($0) }
    }

    /// Every combination of hints that matter, and of their absence.
    static let all: [HintedClient] = {
        var clients: [[(String, String)]] = [[]]
        let values = [
            ("Sec-CH-Prefers-Color-Scheme", ["\"dark\"", "\"light\""]), ("Sec-CH-DPR", ["2"]),
            ("Sec-CH-Prefers-Reduced-Transparency", ["\"reduce\""]),
            ("Sec-CH-Prefers-Contrast", ["\"more\""]),
        ]
        for (name, values) in values {
            clients += clients.flatMap { client in values.map { client + [(name, $0)] } }
        }
        return clients.map(HintedClient.init)
    }()
}
