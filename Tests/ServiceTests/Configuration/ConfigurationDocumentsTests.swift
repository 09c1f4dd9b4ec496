// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Service

@Suite struct ConfigurationDocumentsTests {
    @Test func `names every option, its variable and its default in the help text`() {
        for option in Configuration.options {
            #expect(Configuration.helpText.contains("  \(option.flag)"))
            #expect(Configuration.helpText.contains(option.environment))
            #expect(Configuration.helpText.contains("default: \(option.defaultText)"))
        }
    }

    @Test func `keeps the lines of the help text short`() {
        for line in Configuration.helpText.split(separator: "\n") { #expect(line.count <= 100) }
    }

    @Test func `writes one row of five cells for each option`() {
        let lines = Configuration.markdownTable.split(separator: "\n")
        #expect(lines.count == Configuration.options.count + 2)
        for line in lines {
            #expect(line.split(separator: "|", omittingEmptySubsequences: false).count == 7)
        }
    }

    @Test(arguments: [
        ("options", Configuration.markdownTable), ("parameters", RenderParameter.markdownTable),
    ])
    func `stands in README.md as it is`(name: String, table: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../README.md").standardized
        let text = try String(contentsOf: url, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- \(name) -->\n")
        try #require(parts.count == 2, "README.md has no mark <!-- \(name) -->")
        let section = parts[1].components(separatedBy: "<!-- /\(name) -->")[0]
        #expect(
            section.trimmingCharacters(in: .whitespacesAndNewlines) == table,
            "frostpane \(name) prints the table"
        )
    }
}
