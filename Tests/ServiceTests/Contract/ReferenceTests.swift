// SPDX-License-Identifier: Apache-2.0

import Service
import Testing

@Suite
struct ReferenceTests {
    @Test
    func `stands in Docs/placeholders.md as the program prints it`() throws {
        let table = RenderParameter.placeholderMarkdownTable
        try Contract.expect(table, named: "placeholder", in: "Docs/placeholders.md")
    }

    @Test(arguments: [
        ("parameters", RenderParameter.markdownTable), ("options", Configuration.markdownTable),
        ("problems", ProblemType.markdownTable),
    ])
    func `stands in Docs/reference.md as the program prints it`(
        name: String,
        table: String
    ) throws {
        try Contract.expect(table, named: name, in: "Docs/reference.md")
        check(table)
    }

    @Test
    func `has the instruments in Docs/monitoring.md as the program prints them`() throws {
        let table = ServiceMetrics.markdownTable
        try Contract.expect(table, named: "metrics", in: "Docs/monitoring.md")
        check(table)
    }

    private func check(_ table: String) {
        let counts = Set(table.split(separator: "\n").map { $0.count { $0 == "|" } })
        #expect(counts.count == 1, "every row has as many cells as the head")
    }
}
