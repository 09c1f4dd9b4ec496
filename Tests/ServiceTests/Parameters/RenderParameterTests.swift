// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct RenderParameterTests {
    @Test(arguments: RenderParameter.table)
    func `accepts its own default`(row: RenderParameter) throws {
        let pairs = [(row.name.rawValue, row.defaultValue)]
        let stated = row.scope == .blur ? pairs + [("blur", "0")] : pairs
        #expect(try RenderParameters(stated) == RenderParameters())
    }

    @Test
    func `has one row for each name, in order`() {
        #expect(RenderParameter.table.map(\.name) == RenderParameter.Name.allCases)
    }

    @Test(arguments: RenderParameter.table)
    func `has a row in the table for people`(row: RenderParameter) {
        let table = RenderParameter.markdownTable
        #expect(table.contains("| `\(row.name.rawValue)` | \(row.allowed) |"))
        #expect(table.contains(row.sentence))
    }
}
