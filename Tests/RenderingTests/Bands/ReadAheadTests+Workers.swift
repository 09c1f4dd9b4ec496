// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Rendering

/// Workers that decode ahead when they have nothing else to do.
extension ReadAheadTests {
    @Test func `decodes on demand while all workers are busy`() throws {
        let pool = makePool(workers: 1)
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, until: gate)
        let counter = Counter(last: 100)
        let reader = makeReader(counter, pool)
        var number = 0
        for expected in 1...100 {
            #expect(try reader.next(into: &number))
            #expect(counter.produced.withLock { $0 } == expected)
        }
        #expect(pool.status.helping == 0)
    }

    /// With a decoder whose steps give portions, and with one whose steps give nothing.
    @Test(arguments: [Decoded.portion, .nothing])
    func `a worker that helps goes to work as soon as there is some`(
        step: Decoded
    ) async throws {
        let pool = makePool(workers: 1)
        let (inside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isHelping = Mutex(false)
        let reader = ReadAhead(pool: pool, lookahead: Self.short) {
            0
        } decode: { (_: inout Int, _: Bool) throws(RenderError) in
            if isHelping.withLock({ $0 }) {
                inside.signal()
                gate.wait()
            }
            return isHelping.withLock { isHelping in
                defer { isHelping = true }
                return isHelping ? step : .portion
            }
        }
        var number = 0
        #expect(try reader.next(into: &number))
        #expect(inside.wait(timeout: .now() + 60) == .success)
        #expect(pool.status.helping == 1)
        let done = DispatchSemaphore(value: 0)
        try pool.submit(RenderEstimate(memory: 1, work: 1), cancellation: Cancellation()) { _ in
            done.signal()
            return .done
        } refused: { _ in
        }
        gate.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
        // It stopped after one portion although there was room for more.
        #expect(inside.wait(timeout: .now()) == .timedOut)
        try await eventually { pool.status.helping == 0 }
    }

    /// A reader whose decoder reports the beginning of each portion, and waits there.
    private func makeReader(
        _ pool: WorkerPool,
        stoppingAt stop: Int,
        _ inside: DispatchSemaphore,
        _ gate: DispatchSemaphore
    ) -> ReadAhead<Int> {
        let counter = Counter(last: .max)
        return ReadAhead(pool: pool, lookahead: Self.short) {
            0
        } decode: { number, _ throws(RenderError) in
            let decoded = try counter.decode(into: &number)
            if number == stop {
                inside.signal()
                gate.wait()
            }
            return decoded
        }
    }

    /// Keeps the worker of a pool busy until a semaphore is signaled.
    private func occupy(_ pool: WorkerPool, until gate: DispatchSemaphore) throws {
        let began = DispatchSemaphore(value: 0)
        try pool.submit(RenderEstimate(memory: 1, work: 1), cancellation: Cancellation()) { _ in
            began.signal()
            gate.wait()
            return .done
        } refused: { _ in
        }
        #expect(began.wait(timeout: .now() + 60) == .success)
    }

    @Test func `a worker that comes during a portion goes on behind it`() async throws {
        let pool = makePool(workers: 1)
        let (inside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = makeReader(pool, stoppingAt: 2, inside, gate)
        let busy = DispatchSemaphore(value: 0)
        try occupy(pool, until: busy)
        var number = 0
        #expect(try reader.next(into: &number))
        busy.signal()
        try await eventually { pool.status.completed == 1 }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var number = 0
            _ = try? reader.next(into: &number)
            #expect(number == 2)
            done.signal()
        }
        #expect(inside.wait(timeout: .now() + 60) == .success)
        try await eventually { pool.status.helping == 1 && reader.isHelpWaiting }
        gate.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
        for expected in 3...20 {
            #expect(try reader.next(into: &number))
            #expect(number == expected)
        }
    }

    // The first portion of an interlaced picture takes as long as all of it.
    @Test func `nobody waits for the first portion`() throws {
        let pool = makePool(workers: 1)
        let (inside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = makeReader(pool, stoppingAt: 1, inside, gate)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var number = 0
            _ = try? reader.next(into: &number)
            done.signal()
        }
        #expect(inside.wait(timeout: .now() + 60) == .success)
        let busy = DispatchSemaphore(value: 0)
        busy.signal()
        try occupy(pool, until: busy)
        gate.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    @Test func `a worker that leaves wakes who waits for more than there is`() async throws {
        let pool = makePool(workers: 1)
        let (inside, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = makeReader(pool, stoppingAt: 2, inside, gate)
        var number = 0
        #expect(try reader.next(into: &number))
        #expect(inside.wait(timeout: .now() + 60) == .success)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            var number = 0
            _ = try? reader.next(into: &number)
            #expect(number == 2)
            done.signal()
        }
        try await eventually { reader.isAwaited }
        try pool.submit(RenderEstimate(memory: 1, work: 1), cancellation: Cancellation()) { _ in
            .done
        } refused: { _ in
        }
        gate.signal()
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    @Test func `lends no worker that others need`() async throws {
        let pool = makePool(workers: 2)
        let (gate, began) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        defer { for _ in 0..<3 { gate.signal() } }
        for _ in 0..<2 {
            #expect(
                pool.lend {
                    began.signal()
                    gate.wait()
                }
            )
        }
        #expect(!pool.lend {})
        for _ in 0..<2 { #expect(began.wait(timeout: .now() + 60) == .success) }
        #expect(!pool.lend {})
        try pool.submit(RenderEstimate(memory: 1, work: 1), cancellation: Cancellation()) { _ in
            .done
        } refused: { _ in
        }
        #expect(pool.isWanted)
        gate.signal()
        try await eventually { pool.status.completed == 1 && !pool.isWanted }
    }
}
