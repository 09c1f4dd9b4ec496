// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Service
import Testing

@Suite
struct EffectTablesTests {
    @Test(arguments: EffectTables.names)
    func `stands in the page on effects as it is`(name: String) throws {
        let page = try Contract.file("Docs/effects.md")
        let parts = page.components(separatedBy: "<!-- \(name) -->\n")
        try #require(parts.count == 2, "the page has no mark <!-- \(name) -->")
        let section = parts[1].components(separatedBy: "<!-- /\(name) -->")[0]
        #expect(
            section.trimmingCharacters(in: .whitespacesAndNewlines) == EffectTables.table(name),
            "frostpane effects \(name) prints the table"
        )
    }

    @Test(arguments: EffectTables.names)
    func `has rows of as many cells as its head`(name: String) throws {
        let lines = try #require(EffectTables.table(name)).split(separator: "\n")
        let counts = Set(lines.map { $0.count { $0 == "|" } })
        #expect(counts.count == 1)
    }

    @Test
    func `lists every style once`() {
        for style in MaterialStyle.allCases {
            #expect(
                EffectTables.materials.components(separatedBy: "\n| `\(style)` |").count == 2
            )
        }
    }
}
