// SPDX-License-Identifier: Apache-2.0

import Effects
import Foundation
import Service
import Testing

@Suite
struct EffectTablesTests {
    @Test(arguments: EffectTables.names)
    func `stands in the page on effects as it is`(name: String) throws {
        let table = try #require(EffectTables.table(name))
        try Contract.expect(table, named: name, in: "Docs/effects.md")
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
