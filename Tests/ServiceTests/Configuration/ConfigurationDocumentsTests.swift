// SPDX-License-Identifier: Apache-2.0

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
}
