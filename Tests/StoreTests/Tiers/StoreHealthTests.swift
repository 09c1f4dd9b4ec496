// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Store

@Suite struct StoreHealthTests {
    private static let away = BlobError.unavailable(reason: "gone")

    @Test func `probes ever more rarely while nothing helps, and starts anew afterwards`() {
        var health = StoreHealth()
        let pauses = (0..<8).map { _ in health.probed(reading: Self.away, writing: Self.away) }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        let end = health.probed(reading: nil, writing: nil)
        let next = health.probed(reading: nil, writing: Self.away)
        #expect(end == nil)
        #expect(next == .seconds(1))
        #expect(health.reading == .fine)
        #expect(health.writing == .away(reason: "gone"))
    }

    @Test func `suspects a tier that failed until it succeeds, and no tier that lacks a blob`() {
        var health = StoreHealth()
        let harmless = [BlobError.absent, .damaged].map { health.failed($0, .reading) }
        #expect(harmless == [false, false])
        #expect(!health.isSuspect)
        let needsProbe = health.failed(Self.away, .reading)
        #expect(needsProbe)
        #expect(health.isSuspect)
        #expect(health.reading == .fine)
        health.succeeded()
        #expect(!health.isSuspect)
    }
}
