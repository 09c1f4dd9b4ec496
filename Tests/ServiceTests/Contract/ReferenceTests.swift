// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct ReferenceTests {
    @Test(arguments: [
        ("parameters", RenderParameter.markdownTable), ("options", Configuration.markdownTable),
        ("problems", ProblemType.markdownTable),
    ])
    func `stands in Docs/reference.md as the program prints it`(
        name: String,
        table: String
    ) throws {
        try Contract.expect(table, named: name, in: "Docs/reference.md")
        let counts = Set(table.split(separator: "\n").map { $0.count { $0 == "|" } })
        #expect(counts.count == 1, "every row has as many cells as the head")
    }
}
