// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FrostpaneCommand

@Suite struct ExitCodeTests {
    @Test(arguments: ExitCode.allCases)
    func `stands in the help text`(code: ExitCode) {
        let numbers = ExitCode.helpText.split { !$0.isNumber }
        #expect(numbers.contains("\(code.rawValue)"))
        #expect(ManualPage.text.contains("\n.B \(code.rawValue)\n"))
    }
}
