// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Kernels

@Suite struct InstructionSetTests {
    // Other tests run meanwhile; their results do not depend on the variant.
    @Test func `is the fastest until another is chosen`() {
        #expect(InstructionSet.current == .fastest)
        for set in InstructionSet.allCases {
            InstructionSet.use(set)
            #expect(InstructionSet.current == set)
        }
        InstructionSet.use(.fastest)
        #expect(InstructionSet.current == .fastest)
    }
}
