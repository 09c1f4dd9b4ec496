// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Rendering

@Suite struct WorkerPoolStateTests {
    private let bounds = WorkerPool.Configuration(
        workers: 1,
        queueLimit: 8,
        queueTimeout: .seconds(10),
        memoryBudget: 100
    )
    private let start = ContinuousClock.now

    private func item(memory: Int = 1) -> WorkerPool.Item {
        WorkerPool.Item(
            estimate: RenderEstimate(memory: memory, work: 1),
            cancellation: Cancellation()
        ) { _ in
            .done
        } refused: { _ in
        }
    }

    /// Queues a piece of work.
    ///
    /// - Returns: Its number.
    private func admit(
        _ state: inout WorkerPool.State,
        at time: Duration,
        memory: Int = 1
    ) throws -> Int {
        try state.admit(item(memory: memory), within: bounds, now: start + time).get()
    }

    @Test func `plans one look at the queue, for what has waited longest`() throws {
        var state = WorkerPool.State()
        #expect(state.planSweep(within: bounds, now: start) == nil)
        _ = try admit(&state, at: .seconds(1))
        _ = try admit(&state, at: .seconds(3))
        #expect(state.planSweep(within: bounds, now: start + .seconds(4)) == .seconds(7))
        #expect(state.planSweep(within: bounds, now: start + .seconds(4)) == nil)
    }

    @Test func `gives up nothing before its time, although it looks earlier`() throws {
        var state = WorkerPool.State()
        let first = try admit(&state, at: .zero)
        #expect(state.planSweep(within: bounds, now: start) == .seconds(10))
        #expect(state.giveUp(first)?.identifier == first)
        let second = try admit(&state, at: .seconds(4))
        let third = try admit(&state, at: .seconds(5))
        #expect(state.sweep(within: bounds, now: start + .seconds(10)).isEmpty)
        #expect(state.planSweep(within: bounds, now: start + .seconds(10)) == .seconds(4))
        let late = state.sweep(within: bounds, now: start + .seconds(14))
        #expect(late.map(\.identifier) == [second])
        #expect(state.planSweep(within: bounds, now: start + .seconds(16)) == .zero)
        #expect(
            state.sweep(within: bounds, now: start + .seconds(16)).map(\.identifier) == [third]
        )
        #expect(state.planSweep(within: bounds, now: start + .seconds(16)) == nil)
        #expect(state.status(workers: 1).refused == 3)
    }

    @Test(arguments: [false, true])
    func `begins to be patient anew when the head of the queue is gone`(isLate: Bool) throws {
        var state = WorkerPool.State()
        let running = try admit(&state, at: .zero, memory: 50)
        guard case .work(let item) = state.assign(to: worker, within: bounds, now: start) else {
            Issue.record("nothing to do")
            return
        }
        #expect(item.identifier == running)
        let head = try admit(&state, at: .zero, memory: 80)
        // Overtaken as often as may be.
        for _ in 0..<WorkerPool.maximumOvertakings {
            _ = try admit(&state, at: .seconds(1))
            guard case .work(let small) = state.assign(to: worker, within: bounds, now: start)
            else {
                Issue.record("nothing overtakes")
                return
            }
            state.finish(small, after: .zero, .done)
        }
        let next = try admit(&state, at: .seconds(2), memory: 80)
        let small = try admit(&state, at: .seconds(2))
        #expect(state.assign(to: worker, within: bounds, now: start) == nil)
        if isLate {
            let late = state.sweep(within: bounds, now: start + .seconds(10))
            #expect(late.map(\.identifier) == [head])
        } else {
            #expect(state.giveUp(head)?.identifier == head)
        }
        guard case .work(let overtaking) = state.assign(to: worker, within: bounds, now: start)
        else {
            Issue.record("the next at the head is overtaken by nobody")
            return
        }
        #expect(overtaking.identifier == small)
        #expect(state.queue.map(\.identifier) == [next])
    }

    private let worker = 0
}
