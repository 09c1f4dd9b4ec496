// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Rendering

@Suite struct WorkerPoolOrderTests {
    private static let bounds = WorkerPool.Configuration(
        workers: 1,
        queueLimit: 4,
        queueTimeout: .seconds(3),
        memoryBudget: 100
    )

    /// A pool whose only worker is busy; jobs of 4,000,000 units take a millisecond.
    private struct Scene {
        var state = WorkerPool.State()
        let start = ContinuousClock.now

        init(busyWith work: Int = 400_000_000) throws {
            _ = try admit(work).get()
            _ = state.assign(to: 0, within: bounds, now: start)
        }

        mutating func admit(
            _ work: Int,
            from caller: String = "a",
            at time: Duration = .zero,
            memory: Int = 1
        ) -> Result<Int, AdmissionError> {
            let item = WorkerPool.Item(
                estimate: RenderEstimate(memory: memory, work: work),
                caller: WorkerPool.Caller(caller),
                cancellation: Cancellation()
            ) { _ in
                .done
            } refused: { _ in
            }
            return state.admit(item, within: bounds, now: start + time)
        }

        func refuses(_ guess: Int, from caller: String = "a") -> Bool {
            let caller = WorkerPool.Caller(caller)
            return state.refusal(ofWork: guess, from: caller, within: bounds, now: start) != nil
        }

        mutating func announce(
            _ guess: Int,
            at time: Duration = .zero
        ) -> Result<Int, AdmissionError> {
            let caller = WorkerPool.Caller("a")
            return state.announce(ofWork: guess, from: caller, within: bounds, now: start + time)
        }

        /// The order in which the waiting jobs start at a time on a free worker.
        func order(at time: Duration = .zero) -> [Int] {
            var state = state
            return state.queue.indices.compactMap { _ in
                guard case .work(let item)? = state.assign(to: 0, within: bounds, now: start + time)
                else { return nil }
                return item.identifier
            }
        }

        /// Starts the next job, and ends the one before it.
        mutating func next(at time: Duration) -> WorkerPool.Caller? {
            guard case .work(let item)? = state.assign(to: 0, within: bounds, now: start + time)
            else { return nil }
            return item.caller
        }
    }

    @Test func `starts the shortest job first`() throws {
        var scene = try Scene()
        let long = try scene.admit(144_000_000).get()
        let short = try scene.admit(4_000_000).get()
        let middle = try scene.admit(40_000_000).get()
        #expect(scene.order() == [short, middle, long])
    }

    @Test func `starts equal jobs in the order of their arrival`() throws {
        var scene = try Scene()
        let numbers = try (0..<4).map { _ in try scene.admit(16_000_000).get() }
        #expect(scene.order() == numbers)
    }

    @Test func `lets no job be overtaken for longer than two thirds of the permitted wait`() throws
    {
        var scene = try Scene()
        let long = try scene.admit(1_200_000_000).get()
        let soon = try scene.admit(1, at: .milliseconds(1900)).get()
        let late = try scene.admit(1, at: .milliseconds(2100)).get()
        #expect(scene.order() == [soon, long, late])
    }

    @Test func `lets a caller with one job precede one with many`() throws {
        var scene = try Scene()
        let many = try (0..<3).map { _ in try scene.admit(16_000_000).get() }
        let other = try scene.admit(16_000_000, from: "b", at: .milliseconds(1)).get()
        #expect(scene.order() == [many[0], other, many[1], many[2]])
    }

    @Test func `counts only the jobs ahead against the limit of the queue`() throws {
        var scene = try Scene()
        for _ in 0..<4 { _ = try scene.admit(144_000_000).get() }
        guard case .failure(.saturated) = scene.admit(144_000_000) else {
            Issue.record("a fifth job of the same length is accepted")
            return
        }
        _ = try scene.admit(4_000_000).get()
    }

    @Test func `holds at most twice as many jobs as the limit`() throws {
        var scene = try Scene()
        for step in 0..<8 { _ = try scene.admit(144_000_000 >> (2 * step)).get() }
        guard case .failure(.saturated) = scene.admit(1) else {
            Issue.record("a ninth job is accepted")
            return
        }
    }

    @Test func `refuses in advance what is like the jobs that fill the queue`() throws {
        var scene = try Scene()
        for _ in 0..<4 { _ = try scene.admit(144_000_000).get() }
        // The guess may be sixteen times too small.
        #expect(scene.refuses(144_000_000) && scene.refuses(9_600_000) && scene.refuses(.max))
        #expect(!scene.refuses(8_000_000))
        #expect(!scene.refuses(9_600_000, from: "b"))
    }

    @Test func `counts places that are held for jobs whose input arrives`() throws {
        var scene = try Scene()
        for _ in 0..<3 { _ = try scene.admit(144_000_000).get() }
        let place = try scene.announce(144_000_000).get()
        guard case .failure(.saturated) = scene.announce(144_000_000) else {
            Issue.record("a place is held twice")
            return
        }
        #expect(scene.refuses(144_000_000))
        // Much smaller ones go first, and so do those of others.
        #expect(!scene.refuses(8_000_000) && !scene.refuses(8_000_000, from: "b"))
        scene.state.withdraw(place)
        #expect(!scene.refuses(144_000_000))
    }

    @Test func `accepts a job whose place was held`() throws {
        var scene = try Scene()
        for _ in 0..<3 { _ = try scene.admit(144_000_000).get() }
        _ = try scene.announce(144_000_000).get()
        _ = try scene.admit(144_000_000).get()
    }

    @Test func `holds no place for long, so that slow clients cannot have all of them`() throws {
        var scene = try Scene()
        for _ in 0..<4 { _ = try scene.announce(144_000_000).get() }
        guard case .failure(.saturated) = scene.announce(144_000_000, at: .milliseconds(49)) else {
            Issue.record("a place was lost too early")
            return
        }
        _ = try scene.announce(144_000_000, at: .milliseconds(50)).get()
        #expect(scene.state.announced.count == 1)
    }

    @Test func `gives up a place with the last reference`() throws {
        let pool = WorkerPool(Self.bounds)
        var places = try (0..<9).map { _ in try pool.announce(ofWork: 9, from: .unknown) }
        #expect(pool.announcedCount == 9)
        places[0].end()
        #expect(pool.announcedCount == 8)
        places = []
        #expect(pool.announcedCount == 0)
    }

    @Test func `refuses nothing in advance while a worker is free`() {
        let state = WorkerPool.State()
        let reason = state.refusal(
            ofWork: .max,
            from: .unknown,
            within: Self.bounds,
            now: .now
        )
        #expect(reason == nil)
    }

    @Test func `interrupts a job only for one that is much shorter and has its memory`() throws {
        var scene = try Scene(busyWith: 8_000)
        var running = WorkerPool.Item(
            estimate: RenderEstimate(memory: 1, work: 8_000),
            cancellation: Cancellation()
        ) { _ in
            .done
        } refused: { _ in
        }
        running.identifier = 1
        _ = try scene.admit(1_001).get()
        #expect(!scene.state.shouldInterrupt(running, after: .zero, within: Self.bounds))
        _ = try scene.admit(10, memory: 100).get()
        #expect(!scene.state.shouldInterrupt(running, after: .zero, within: Self.bounds))
        _ = try scene.admit(1_000).get()
        #expect(scene.state.shouldInterrupt(running, after: .zero, within: Self.bounds))
    }

    @Test func `continues an interrupted job after the short one, before all others`() throws {
        var state = WorkerPool.State()
        func admit(_ work: Int) throws -> Int {
            let item = WorkerPool.Item(
                estimate: RenderEstimate(memory: 1, work: work),
                cancellation: Cancellation()
            ) { _ in
                .done
            } refused: { _ in
            }
            return try state.admit(item, within: Self.bounds, now: .now).get()
        }
        func next() -> WorkerPool.Item? {
            guard case .work(let item)? = state.assign(to: 0, within: Self.bounds, now: .now) else {
                return nil
            }
            return item
        }
        let long = try admit(8_000)
        let running = try #require(next())
        #expect(running.identifier == long)
        let other = try admit(4_000)
        let short = try admit(100)
        // A job that had spent more than its price would let longer ones go first.
        state.interrupt(running, after: .nanoseconds(1), now: .now)
        #expect(state.status(workers: 1).memoryInUse == 1)
        let interrupting = try #require(next())
        #expect(interrupting.identifier == short)
        state.finish(interrupting, after: .milliseconds(1), .done)
        #expect(next()?.identifier == long)
        #expect(state.queue.map(\.identifier) == [other])
    }

    @Test func `interrupts a job for a limited time`() throws {
        var state = WorkerPool.State()
        for work in [8_000, 100] {
            let item = WorkerPool.Item(
                estimate: RenderEstimate(memory: 1, work: work),
                cancellation: Cancellation()
            ) { _ in
                .done
            } refused: { _ in
            }
            _ = try state.admit(item, within: Self.bounds, now: .now).get()
            guard work == 8_000,
                case .work(let long)? = state.assign(to: 0, within: Self.bounds, now: .now)
            else { continue }
            let since = ContinuousClock.now - WorkerPool.longestInterruption
            state.interrupt(long, after: .zero, now: since)
        }
        guard case .work(let item)? = state.assign(to: 0, within: Self.bounds, now: .now) else {
            Issue.record("nothing to do")
            return
        }
        #expect(item.estimate.work == 8_000)
    }
}
