// SPDX-License-Identifier: Apache-2.0

import Effects
import HTTPTypes
import Testing

@testable import Service

@Suite
struct TraitHintsTests {
    @Test(arguments: [
        ("\"dark\"", Appearance.dark), ("dark", .dark), ("\"light\"", .light), (" light ", .light),
        ("\"dark\";q=1", .dark),
    ])
    func `reads the color scheme`(value: String, appearance: Appearance) {
        #expect(PartialTraits(hints: [.prefersColorScheme: value]).appearance == appearance)
    }

    @Test(arguments: [
        "", "\"dark", "Dark", "\"no-preference\"", "dark, light", "1", "?1", ":YQ==:",
    ])
    func `takes a scheme that is none for absent`(value: String) {
        #expect(PartialTraits(hints: [.prefersColorScheme: value]) == PartialTraits())
    }

    @Test(arguments: [
        ("1", 1), ("2.0", 2), ("3", 3), ("1.25", 1.25), ("1.5", 1.5), ("2.625", 2.625), ("5", 4),
        ("0.25", 0.5), ("1.100000023841858", 1.1), ("2.200000047683716", 2.2),
    ])
    func `reads pixels per point without rounding them`(value: String, scale: Double) {
        #expect(PartialTraits(hints: [.devicePixelRatio: value]).scale == scale)
    }

    @Test(arguments: ["", "0", "-2", "+2", "1e3", "inf", "nan", "2,0", "2.", ".5", "0x2", "2 1"])
    func `takes a ratio that is none for absent`(value: String) {
        #expect(PartialTraits(hints: [.devicePixelRatio: value]).scale == nil)
    }

    @Test(arguments: [("\"reduce\"", true), ("reduce", true), ("\"no-preference\"", false)])
    func `reads whether transparency is reduced`(value: String, reduces: Bool) {
        let hints = PartialTraits(hints: [.prefersReducedTransparency: value])
        #expect(hints.reducesTransparency == reduces)
    }

    @Test(arguments: [
        ("\"more\"", true), ("\"no-preference\"", false), ("\"less\"", false), ("custom", false),
    ])
    func `reads whether contrast is increased`(value: String, increases: Bool) {
        #expect(PartialTraits(hints: [.prefersContrast: value]).increasesContrast == increases)
    }

    @Test
    func `takes other words for absent`() {
        let hints = PartialTraits(hints: [
            .prefersReducedTransparency: "\"1\"", .prefersContrast: "\"forced\"",
        ])
        #expect(hints == PartialTraits())
    }

    @Test
    func `lets a parameter win over a hint, and a hint over a default`() {
        var stated = PartialTraits()
        stated.appearance = .light
        var hints = PartialTraits()
        hints.appearance = .dark
        hints.scale = 3
        let traits = stated.completed(by: hints)
        #expect(traits == Traits(appearance: .light, scale: 3))
        #expect(stated.known == [.appearance])
    }
}
