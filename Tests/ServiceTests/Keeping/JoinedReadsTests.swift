// SPDX-License-Identifier: Apache-2.0

import Platform
import TestSupport
import Testing

@testable import Service

@Suite struct JoinedReadsTests {
    private let reads = JoinedReads<String, Int>()
    private let executor = SerialQueue("test")
    private let count = Shared(0)
    private let held = Held<Promise<Int, ServiceError>>()

    /// Waits for a value that the test delivers through ``held``; nil for an error.
    private func value() async -> Int? {
        try? await reads.value(of: "a", on: executor) {
            [count, held] () async throws(ServiceError) in
            count.change { $0 += 1 }
            return try await Promise<Int, ServiceError>.value(abandoned: .unexpected) {
                held.take($0)
            }
        }
    }

    @Test func `reads once for all who wait`() async throws {
        let first = Task { await value() }
        try await eventually { held.value != nil }
        let second = Task { await value() }
        try await Task.sleep(for: .milliseconds(20))
        held.value?.succeed(7)
        #expect(await first.value == 7)
        #expect(await second.value == 7)
        #expect(count.value == 1)
    }

    @Test func `reads anew after the end of a read`() async throws {
        for round in 1...2 {
            let task = Task { await value() }
            try await eventually { count.value == round && held.value?.isOpen == true }
            held.value?.succeed(round)
            #expect(await task.value == round)
        }
    }

    @Test func `passes an error on to all who wait`() async throws {
        let tasks = (0..<2).map { _ in Task { await value() } }
        try await eventually { held.value != nil }
        try await Task.sleep(for: .milliseconds(20))
        held.value?.fail(.imageNotFound)
        for task in tasks { #expect(await task.value == nil) }
    }

    @Test func `goes on for others when the request that began it is cancelled`() async throws {
        let first = Task { await value() }
        try await eventually { held.value != nil }
        let second = Task { await value() }
        try await Task.sleep(for: .milliseconds(20))
        first.cancel()
        #expect(await first.value == nil)
        #expect(held.value?.isOpen == true)
        held.value?.succeed(8)
        #expect(await second.value == 8)
    }
}
