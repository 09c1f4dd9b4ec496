// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct LinkNameTests {
    @Test
    func `has names of 128 random bits, which no other text is taken for`() {
        let names = (0..<1000).map { _ in LinkName.random().text }
        #expect(Set(names).count == names.count)
        // Every bit of the first 126 comes up, and stays out.
        for index in 0..<21 {
            #expect(Set(names.map { Array($0)[index] }).count == 64)
        }
        #expect(Set(names.compactMap(\.last)).count == 4)
        let name = names[0]
        #expect(LinkName(name[...])?.text == name)
        for other in [
            String(name.dropLast()), name + "A", name.dropLast() + "=", name.dropLast() + "é",
        ] {
            #expect(LinkName(String(other)[...]) == nil)
        }
    }
}
