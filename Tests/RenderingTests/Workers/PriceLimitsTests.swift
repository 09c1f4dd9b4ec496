// SPDX-License-Identifier: Apache-2.0

import Rendering
import Testing

@Suite struct PriceLimitsTests {
    private func limits(memory: Int = 8 << 30) -> PriceLimits {
        PriceLimits(
            memoryBudget: memory,
            deadline: .seconds(10),
            pixelLimit: 50_000_000
        )
    }

    private let large = 12_000_000

    @Test func `lets no render take more than an eighth of the memory`() throws {
        let limit = 1 << 30
        try limits().check(RenderEstimate(memory: limit, work: 1), pixelCount: large)
        let excess = PriceExcess(of: .memory, price: limit + 1, limit: limit)
        #expect(throws: AdmissionError.tooCostly(excess)) {
            try limits().check(RenderEstimate(memory: limit + 1, work: 1), pixelCount: large)
        }
    }

    @Test func `lets a picture below a million pixels take 256 MiB`() throws {
        let limit = 256 << 20
        try limits().check(RenderEstimate(memory: limit, work: 1), pixelCount: 999_999)
        let excess = PriceExcess(of: .memory, price: limit + 1, limit: limit)
        #expect(throws: AdmissionError.tooCostly(excess)) {
            try limits().check(RenderEstimate(memory: limit + 1, work: 1), pixelCount: 999_999)
        }
        try limits().check(RenderEstimate(memory: limit + 1, work: 1), pixelCount: 1_000_000)
    }

    @Test func `lets photos into small containers, and nothing take more than half of one`() throws
    {
        let small = limits(memory: 128 << 20)
        try small.check(RenderEstimate(memory: 48 << 20, work: 1), pixelCount: large)
        #expect(throws: AdmissionError.self) {
            try small.check(RenderEstimate(memory: 48 << 20 + 1, work: 1), pixelCount: large)
        }
        #expect(limits(memory: 32 << 20).memory == 16 << 20)
    }

    @Test func `lets no render take more than half of a worker's time until the deadline`() throws {
        let many = limits()
        let limit = 20_000_000_000
        try many.check(RenderEstimate(memory: 1, work: limit), pixelCount: large)
        let excess = PriceExcess(of: .work, price: limit + 1, limit: limit)
        #expect(throws: AdmissionError.tooCostly(excess)) {
            try many.check(RenderEstimate(memory: 1, work: limit + 1), pixelCount: large)
        }
    }

    @Test func `accepts a blur of the largest picture`() throws {
        try limits().check(
            RenderEstimate(memory: 1, work: 4 * 20 * 50_000_000),
            pixelCount: 50_000_000
        )
    }
}
