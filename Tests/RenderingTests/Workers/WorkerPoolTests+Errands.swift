// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Platform
import Rendering
import Synchronization
import Testing

extension WorkerPoolTests {
    /// Occupies the only worker with a job that waits, like one for a codec process, until the gate is signaled.
    private func wait(
        _ pool: WorkerPool,
        _ gate: DispatchSemaphore,
        _ price: RenderEstimate,
        spending spent: Duration = .zero
    ) throws {
        let began = DispatchSemaphore(value: 0)
        try pool.submit(price, from: .init("a"), cancellation: Cancellation()) { _ in
            began.signal()
            while gate.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
                guard let errand = Errand.current, errand.isWanted(spent) else { continue }
                errand.run(spent)
            }
            return .done
        } refused: { _ in
        }
        #expect(began.wait(timeout: .now() + 60) == .success)
    }

    /// Whether a job is done while another one waits on the only worker.
    private func isDone(
        _ price: RenderEstimate,
        from caller: String = "b",
        beside long: RenderEstimate,
        spending spent: Duration = .zero,
        within seconds: Double = 60
    ) throws -> Bool {
        let pool = makePool()
        let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        defer { gate.signal() }
        try wait(pool, gate, long, spending: spent)
        try pool.submit(price, from: .init(caller), cancellation: Cancellation()) { _ in
            done.signal()
            return .done
        } refused: { _ in
        }
        return done.wait(timeout: .now() + seconds) == .success
    }

    private func price(_ work: Int, isGuess: Bool = false) -> RenderEstimate {
        RenderEstimate(memory: 1, work: work, isGuess: isGuess)
    }

    @Test func `a job that waits leaves its worker to much shorter ones`() throws {
        #expect(try isDone(price(1000), beside: price(8000)))
        #expect(try !isDone(price(1001), beside: price(8000), within: 0.2))
    }

    @Test func `a job counts by the time that it has taken, if that is more than its price`() throws
    {
        // Four passes in a nanosecond.
        let spent = Duration.microseconds(2)
        #expect(try isDone(price(1000), beside: price(1), spending: spent))
    }

    @Test func `a caller does not overtake itself with drawings`() throws {
        let drawing = price(1, isGuess: true)
        #expect(try !isDone(drawing, from: "a", beside: price(8000), within: 0.2))
        #expect(try isDone(drawing, from: "b", beside: price(8000)))
    }

    @Test func `no more than three jobs wait on a worker for shorter ones`() throws {
        let pool = makePool()
        let gates = (0..<5).map { _ in DispatchSemaphore(value: 0) }
        defer { for gate in gates { gate.signal() } }
        for depth in 0..<4 { try wait(pool, gates[depth], price(1 << (40 - 4 * depth))) }
        let isBegun = Mutex(false)
        try pool.submit(price(1), cancellation: Cancellation()) { _ in
            isBegun.withLock { $0 = true }
            return .done
        } refused: { _ in
        }
        #expect(gates[4].wait(timeout: .now() + 0.2) == .timedOut)
        #expect(!isBegun.withLock { $0 })
        #expect(pool.status.running == 4)
    }
}
