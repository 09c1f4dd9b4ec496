// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct ConfigurationDocumentsTests {
    @Test func `writes one row of five cells for each option`() {
        let lines = Configuration.markdownTable.split(separator: "\n")
        #expect(lines.count == Configuration.options.count + 2)
        for line in lines {
            #expect(line.split(separator: "|", omittingEmptySubsequences: false).count == 7)
        }
    }
}
