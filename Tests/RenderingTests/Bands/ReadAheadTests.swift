// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite struct ReadAheadTests {
    static let short = Lookahead(count: 2000, width: 4000, height: 16)
    private static let long = Lookahead(count: 2000, width: 1, height: 1)

    func makePool(workers: Int) -> WorkerPool {
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
    final class Counter: Sendable {
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

    func makeReader(
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
}
