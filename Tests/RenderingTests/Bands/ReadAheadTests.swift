// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite struct ReadAheadTests {
    private static let short = Lookahead(count: 2000, width: 4000, height: 16)
    private static let long = Lookahead(count: 2000, width: 1, height: 1)

    private func makePool(workers: Int) -> WorkerPool {
        WorkerPool(
            WorkerPool.Configuration(
                workers: workers,
                queueLimit: 4,
                queueTimeout: .seconds(60),
                memoryBudget: 1000
            )
        )
    }

    /// Counts upwards; ends, or fails, behind a last number.
    private final class Counter: Sendable {
        let produced = Mutex(0)
        let last: Int
        let failure: RenderError?

        init(last: Int, failure: RenderError? = nil) {
            self.last = last
            self.failure = failure
        }

        func decode(into number: inout Int) throws(RenderError) -> Decoded {
            let next = produced.withLock { produced in
                produced += 1
                return produced
            }
            if next > last {
                if let failure { throw failure }
                return .end
            }
            number = next
            return .portion
        }
    }

    private func makeReader(
        _ counter: Counter,
        _ pool: WorkerPool?,
        _ lookahead: Lookahead = short
    ) -> ReadAhead<Int> {
        ReadAhead(pool: pool, lookahead: lookahead) {
            0
        } decode: { number, _ throws(RenderError) in
            try counter.decode(into: &number)
        }
    }

    @Test(arguments: [0, 1, 2, 3], [(1, short), (5, long), (2000, short), (2000, long)])
    func `gives every portion once and in order`(
        workers: Int,
        picture: (portions: Int, lookahead: Lookahead)
    ) throws {
        let counter = Counter(last: picture.portions)
        let made = Mutex(0)
        let pool = workers > 0 ? makePool(workers: workers) : nil
        let reader = ReadAhead(pool: pool, lookahead: picture.lookahead) {
            made.withLock { $0 += 1 }
            return 0
        } decode: { number, _ throws(RenderError) in
            try counter.decode(into: &number)
        }
        var number = 0
        for expected in 1...picture.portions {
            #expect(try reader.next(into: &number))
            try #require(number == expected)
        }
        #expect(try !reader.next(into: &number))
        #expect(try !reader.next(into: &number))
        // Estimates of memory count so many.
        #expect(made.withLock { $0 } <= picture.lookahead.portionCount + 1)
    }

    @Test(arguments: [0, 2])
    func `fails behind what was decoded, and keeps failing`(workers: Int) throws {
        let counter = Counter(last: 50, failure: .deadlineExceeded)
        let reader = makeReader(counter, workers > 0 ? makePool(workers: workers) : nil)
        var number = 0
        for _ in 1...50 { #expect(try reader.next(into: &number)) }
        #expect(number == 50)
        for _ in 0..<2 {
            #expect(throws: RenderError.deadlineExceeded) { try reader.next(into: &number) }
        }
    }

    @Test func `decodes ahead while nobody asks, but not without end`() async throws {
        let counter = Counter(last: 2000)
        let reader = makeReader(counter, makePool(workers: 1))
        var number = 0
        #expect(try reader.next(into: &number))
        let ahead = 1 + Self.short.portionCount
        try await eventually { counter.produced.withLock { $0 } == ahead }
        #expect(try reader.next(into: &number))
        #expect(number == 2)
        #expect(counter.produced.withLock { $0 } <= ahead + 1)
    }

    @Test(arguments: [0, 1, 2, 3], [nil, RenderError.deadlineExceeded])
    func `goes on where a step brings nothing`(workers: Int, failure: RenderError?) throws {
        let counter = Counter(last: 300, failure: failure)
        let steps = Mutex(0)
        let pool = workers > 0 ? makePool(workers: workers) : nil
        let reader = ReadAhead(pool: pool, lookahead: Self.short) {
            0
        } decode: { number, _ throws(RenderError) in
            let step = steps.withLock { steps in
                steps += 1
                return steps
            }
            // Now and then long enough for somebody to wait.
            if step % 50 == 0 { usleep(500) }
            return step % 7 < 5 ? .nothing : try counter.decode(into: &number)
        }
        var number = 0
        for expected in 1...300 {
            #expect(try reader.next(into: &number))
            try #require(number == expected)
        }
        for _ in 0..<2 {
            if let failure {
                #expect(throws: failure) { try reader.next(into: &number) }
            } else {
                #expect(try !reader.next(into: &number))
            }
        }
    }

    @Test func `tells who decodes ahead when there is enough for now`() async throws {
        let numbers = Counter(last: 2000)
        let early = Mutex<[Int]>([])
        let reader = ReadAhead(pool: makePool(workers: 1), lookahead: Self.short) {
            0
        } decode: { (number: inout Int, isEarly: Bool) throws(RenderError) in
            let decoded = try numbers.decode(into: &number)
            if isEarly { early.withLock { $0.append(number) } }
            return decoded
        }
        var number = 0
        #expect(try reader.next(into: &number))
        try await eventually { early.withLock { !$0.isEmpty } }
        // The first is asked for; of those behind it the last one is not needed soon.
        #expect(early.withLock { $0 } == [1 + Self.short.portionCount])
    }

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

    /// Whether portions come of steps, or nothing does: of a picture that is read again.
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

    /// A reader whose decoder tells when it comes to a portion, and waits there.
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
