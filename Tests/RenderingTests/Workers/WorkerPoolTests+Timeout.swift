// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Rendering
import Synchronization
import Testing

extension WorkerPoolTests {
    /// Why pieces of work were refused, by their names, in order.
    private final class Refusals: Sendable {
        private let all = Mutex<[String]>([])
        private let arrival = DispatchSemaphore(value: 0)

        func submit(_ name: String, to pool: WorkerPool) throws {
            let work = RenderEstimate(memory: 1, work: 1)
            try pool.submit(work, cancellation: Cancellation()) { _ in
                .done
            } refused: { [self] error in
                all.withLock { $0.append("\(name): \(error)") }
                arrival.signal()
            }
        }

        func next(_ count: Int) -> [String] {
            for _ in 0..<count { #expect(arrival.wait(timeout: .now() + 60) == .success) }
            return all.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    @Test func `gives up everything that waited too long, whenever it came`() throws {
        let pool = makePool(queueTimeout: .milliseconds(50))
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        try occupy(pool, gate, small)
        let refusals = Refusals()
        // The second comes while the first is waited for.
        try refusals.submit("first", to: pool)
        usleep(20_000)
        try refusals.submit("second", to: pool)
        #expect(refusals.next(2) == ["first: waitedTooLong", "second: waitedTooLong"])
        // When this comes nobody looks at the queue any more.
        try refusals.submit("third", to: pool)
        #expect(refusals.next(1) == ["third: waitedTooLong"])
        #expect(pool.status.queued == 0)
        #expect(pool.status.refused == 3)
    }
}
