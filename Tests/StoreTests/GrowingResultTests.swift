// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Store
import Synchronization
import Testing

@Suite struct GrowingResultTests {
    struct Broken: Error {}

    static let small = GrowingResult.Limits(
        keepableByteCount: 4,
        window: 4,
        // No reader is cut off because the machine was busy for a moment.
        patience: .seconds(600)
    )

    static let impatient = GrowingResult.Limits(
        keepableByteCount: 4,
        window: 4,
        patience: .milliseconds(50)
    )

    func reader(of result: GrowingResult) throws -> GrowingResult.Reader {
        try #require(result.makeReader())
    }

    @Test func `gives every reader all chunks in order and then the end`() throws {
        let result = GrowingResult()
        let first = try reader(of: result)
        try result.append([1, 2])
        let second = try reader(of: result)
        #expect(first.now == "[1, 2]")
        #expect(first.now == "pending")
        try result.append([3])
        #expect(second.now == "[1, 2]")
        #expect(second.now == "[3]")
        #expect(try result.finish() == [[1, 2], [3]])
        #expect(second.now == "end")
        #expect(first.now == "[3]")
        #expect(first.now == "end")
    }

    @Test func `calls back once for each time it was pending`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        let calls = Mutex(0)
        _ = reader.next { calls.withLock { $0 += 1 } }
        try result.append([1])
        try result.append([2])
        #expect(calls.withLock { $0 } == 1)
        _ = reader.next { Issue.record("there was a chunk") }
        _ = reader.next { Issue.record("there was a chunk") }
        _ = reader.next { calls.withLock { $0 += 10 } }
        try result.finish()
        #expect(calls.withLock { $0 } == 11)
    }

    @Test func `lets a callback read at once`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        let seen = Mutex("")
        _ = reader.next { [weak reader] in seen.withLock { $0 = reader?.now ?? "gone" } }
        try result.append([7])
        #expect(seen.withLock { $0 } == "[7]")
    }

    @Test func `leaves out empty chunks`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        try result.append([])
        #expect(reader.now == "pending")
    }

    @Test func `tells every reader of a failure, before what was not read yet`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        try result.append([1])
        result.fail(Broken())
        #expect(reader.now == "failed(Broken())")
        #expect(result.makeReader() == nil)
        #expect(throws: GrowingResult.Refusal.closed) { try result.append([2]) }
        #expect(throws: GrowingResult.Refusal.closed) { try result.finish() }
    }

    @Test func `does not fail after it has finished`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        try result.append([1])
        try result.finish()
        result.fail(Broken())
        #expect(reader.now == "[1]")
        #expect(reader.now == "end")
        #expect(throws: GrowingResult.Refusal.closed) { try result.finish() }
    }

    @Test func `is abandoned once, when the last reader leaves`() throws {
        let abandoned = Mutex(0)
        let result = GrowingResult { abandoned.withLock { $0 += 1 } }
        let first = try reader(of: result)
        let second = try reader(of: result)
        first.leave()
        first.leave()
        #expect(abandoned.withLock { $0 } == 0)
        try result.append([1])
        second.leave()
        #expect(abandoned.withLock { $0 } == 1)
        #expect(throws: GrowingResult.Refusal.abandoned) { try result.append([2]) }
        #expect(throws: GrowingResult.Refusal.abandoned) { try result.finish() }
        #expect(result.makeReader() == nil)
    }

    @Test func `takes a reader that is let go for one that left`() throws {
        let abandoned = Mutex(false)
        let result = GrowingResult { abandoned.withLock { $0 = true } }
        var reader = result.makeReader()
        #expect(reader?.now == "pending")
        reader = nil
        #expect(abandoned.withLock { $0 })
    }

    @Test func `is not abandoned when the readers leave after the end`() throws {
        let result = GrowingResult { Issue.record("abandoned") }
        let reader = try reader(of: result)
        try result.append([1])
        try result.finish()
        reader.leave()
        #expect(result.makeReader() != nil)
    }

    @Test func `tells at once who asks after it was abandoned`() throws {
        let result = GrowingResult()
        try reader(of: result).leave()
        let told = Mutex(false)
        result.onAbandoned { told.withLock { $0 = true } }
        #expect(told.withLock { $0 })
    }

    @Test func `can be joined while it is no greater than the bound, to the byte`() throws {
        let result = GrowingResult(limits: Self.small)
        let reader = try reader(of: result)
        try result.append([1, 2, 3, 4])
        #expect(result.isJoinable)
        #expect(reader.now == "[1, 2, 3, 4]")
        try result.append([5])
        #expect(!result.isJoinable)
        #expect(result.makeReader() == nil)
        #expect(reader.now == "[5]")
        #expect(try result.finish() == nil)
        #expect(reader.now == "end")
    }

    @Test func `is crowded when a reader of a great result lags by more than the window`() throws {
        let result = GrowingResult(limits: Self.small)
        let reader = try reader(of: result)
        try result.append([0, 0, 0, 0])
        #expect(reader.now == "[0, 0, 0, 0]")
        for byte in 1...4 as ClosedRange<UInt8> { try result.append([byte]) }
        #expect(!result.isCrowded)
        try result.append([5])
        #expect(result.isCrowded)
    }

    @Test func `is never crowded while everything can stay`() throws {
        let result = GrowingResult()
        let reader = try reader(of: result)
        try result.append([UInt8](repeating: 0, count: 8 << 20))
        #expect(!result.isCrowded)
        reader.leave()
    }

    @Test func `calls the producer once when the reader is within half the window`() throws {
        let result = GrowingResult(limits: Self.small)
        let reader = try reader(of: result)
        for byte in 1...6 as ClosedRange<UInt8> { try result.append([byte]) }
        let calls = Mutex(0)
        result.whenRoom { calls.withLock { $0 += 1 } }
        for _ in 1...3 { _ = reader.now }
        #expect(calls.withLock { $0 } == 0)
        for _ in 4...6 { _ = reader.now }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `calls a producer at once when there is room already`() {
        let calls = Mutex(0)
        GrowingResult().whenRoom { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `cuts off who is in the way for too long, and goes on for the others`() throws {
        let result = GrowingResult(limits: Self.impatient)
        let slow = try reader(of: result)
        let quick = try reader(of: result)
        for byte in 1...5 as ClosedRange<UInt8> {
            try result.append([byte])
            #expect(quick.now == "[\(byte)]")
        }
        let room = DispatchSemaphore(value: 0)
        result.whenRoom { room.signal() }
        #expect(room.wait(timeout: .now() + 60) == .success)
        #expect(slow.now == "failed(tooSlow)")
        try result.append([6])
        #expect(quick.now == "[6]")
        try result.finish()
        #expect(quick.now == "end")
    }

    @Test func `is abandoned when everybody is cut off, which wakes the producer`() throws {
        let abandoned = Mutex(0)
        let result = GrowingResult(limits: Self.impatient) { abandoned.withLock { $0 += 1 } }
        let slow = try reader(of: result)
        try result.append([1, 2, 3, 4])
        try result.append([5])
        let room = DispatchSemaphore(value: 0)
        result.whenRoom { room.signal() }
        #expect(room.wait(timeout: .now() + 60) == .success)
        #expect(throws: GrowingResult.Refusal.abandoned) { try result.append([6]) }
        #expect(abandoned.withLock { $0 } == 1)
        #expect(slow.now == "failed(tooSlow)")
    }

    @Test func `takes a chunk greater than the window`()
        throws
    {
        let result = GrowingResult(limits: Self.small)
        let reader = try reader(of: result)
        let chunk = [UInt8](repeating: 9, count: 100)
        try result.append(chunk)
        #expect(reader.now == "\(chunk)")
        try result.append(chunk)
        #expect(reader.now == "\(chunk)")
    }

    @Test func `knows the digest and the number of its bytes`() throws {
        let result = GrowingResult(limits: Self.small)
        let reader = try reader(of: result)
        for byte in 1...9 as ClosedRange<UInt8> {
            try result.append([byte])
            #expect(reader.now == "[\(byte)]")
        }
        #expect(result.byteCount == 9)
        #expect(result.contentDigest == Digest(of: [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        #expect(reader.contentDigest == result.contentDigest)
    }

    @Test func `says nothing to a reader that left`() throws {
        let result = GrowingResult()
        let staying = try reader(of: result)
        let leaving = try reader(of: result)
        _ = leaving.next { Issue.record("called back") }
        leaving.leave()
        try result.append([1])
        #expect(leaving.now == "failed(closed)")
        #expect(staying.now == "[1]")
    }
}
