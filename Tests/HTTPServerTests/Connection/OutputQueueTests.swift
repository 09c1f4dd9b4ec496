// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct OutputQueueTests {
    private func contents(_ queue: OutputQueue) -> [UInt8] {
        Array(queue.segments[queue.firstIndex...].joined().dropFirst(queue.firstOffset))
    }

    @Test(arguments: 0..<20)
    func `gives out what was put in, in order`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = OutputQueue()
        var expected: [UInt8] = []
        for step in 0..<2_000 {
            if Bool.random(using: &random) || expected.count < 50 {
                let count = Int.random(in: 0...9, using: &random)
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: count)
                queue.append(bytes)
                expected += bytes
            } else {
                let count = Int.random(in: 0...min(60, expected.count), using: &random)
                queue.removeFirst(count)
                expected.removeFirst(count)
            }
            #expect(queue.count == expected.count)
            guard contents(queue) == expected else {
                Issue.record("seed \(seed), step \(step)")
                return
            }
        }
    }

    @Test func `forgets the segments that were written`() {
        var queue = OutputQueue()
        for _ in 0..<10_000 {
            queue.append([1, 2, 3])
            queue.append([4])
            queue.removeFirst(3)
            if queue.count > 5 { queue.removeFirst(1) }
        }
        #expect(queue.segments.count < 200 + queue.count)
    }
}
