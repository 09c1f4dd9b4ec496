// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    @Test
    func `quotes the function of POST v1 render in Docs/architecture.md as it stands`() throws {
        let name = "Sources/Service/Endpoints/Renderings/Endpoint+Render.swift"
        let page = try Contract.file("Docs/architecture.md")
        let block = try #require(
            page.components(separatedBy: "```swift\nfileprivate func").dropFirst().first?
                .components(separatedBy: "\n```").first
        )
        let lines = ("fileprivate func" + block).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let quoted = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        #expect(try Contract.file(name).contains(quoted))
    }

    private func check(_ table: String) {
        let counts = Set(table.split(separator: "\n").map { $0.count { $0 == "|" } })
        #expect(counts.count == 1, "every row has as many cells as the head")
    }
}
