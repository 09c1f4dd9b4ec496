// SPDX-License-Identifier: Apache-2.0

import Store
import Synchronization
import Testing

@Suite struct GrowingResultHoldTests {
    private struct Broken: Error {}

    private func reader(of result: GrowingResult) throws -> GrowingResult.Reader {
        try #require(result.makeReader())
    }

    @Test func `gives nothing away before its release`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        result.hold()
        try result.append([1])
        #expect(reader.now == "pending")
        result.release()
        #expect(reader.now == "[1]")
        try result.append([2])
        #expect(reader.now == "[2]")
    }

    @Test func `calls a reader back when it is released`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        let calls = Mutex(0)
        result.hold()
        _ = reader.next { calls.withLock { $0 += 1 } }
        try result.append([1])
        #expect(calls.withLock { $0 } == 0)
        result.release()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `gives what was held at its end`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        result.hold()
        try result.append([1])
        try result.finish()
        #expect(reader.now == "[1]")
        #expect(reader.now == "end")
    }

    @Test func `fails before it has given anything when it is held`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        result.hold()
        try result.append([1])
        result.fail(Broken())
        #expect(reader.now == "failed(Broken())")
    }

    @Test func `holds no more than its bound, and stops no producer meanwhile`() throws {
        var limits = GrowingResultTests.small
        limits.heldByteCount = 8
        let result = GrowingResult(limits: limits)
        let reader = try reader(of: result)
        result.hold()
        try result.append([1, 2, 3, 4, 5, 6, 7, 8])
        #expect(reader.now == "pending")
        #expect(!result.isCrowded)
        try result.append([9])
        #expect(result.isCrowded)
        #expect(reader.now == "[1, 2, 3, 4, 5, 6, 7, 8]")
    }
}
