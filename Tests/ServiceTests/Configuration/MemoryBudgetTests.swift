// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite struct MemoryBudgetTests {
    private func configuration(_ mebibytes: Int) -> Configuration {
        Configuration(machine: Machine(coreCount: 2, memoryByteCount: mebibytes << 20))
    }

    @Test(arguments: [80, 128, 256, 512, 1024, 24 << 10])
    func `all parts together are no more than the whole`(mebibytes: Int) {
        let budget = configuration(mebibytes).budget
        let parts = [
            MemoryBudget.program, budget.renders, budget.uploads, budget.originals, budget.results,
            budget.flights,
        ]
        #expect(parts.reduce(0, +) <= mebibytes << 20)
        #expect(parts.allSatisfy { $0 > 0 })
    }

    @Test func `caches and bodies have their usual limits where there is room`() {
        let configuration = configuration(560)
        #expect(configuration.originalsBudget == 64 << 20)
        #expect(configuration.resultsBudget == 64 << 20)
        #expect(configuration.bodyLimit == 32 << 20)
        #expect(configuration.uploadsBudget == 96 << 20)
    }

    @Test func `a body is never longer than all uploads may be`() {
        let configuration = configuration(128)
        #expect(configuration.bodyLimit == configuration.uploadsBudget)
        #expect(configuration.bodyLimit == 15 << 20)
    }

    @Test func `what is stated is taken as it is`() {
        var configuration = configuration(128)
        configuration.originalsBudget = 300 << 20
        configuration.resultsBudget = 0
        configuration.bodyLimit = 40 << 20
        #expect(configuration.originalsBudget == 300 << 20)
        #expect(configuration.resultsBudget == 0)
        #expect(configuration.bodyLimit == 40 << 20)
        #expect(configuration.uploadsBudget == 40 << 20)
    }
}
