// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct OutputQueueTests {
    private func contents(_ queue: OutputQueue) -> [UInt8] {
        // Whole arrays are appended, as joining them byte by byte takes long in a debug build.
        let bytes = queue.segments[queue.firstIndex...].reduce(into: []) { $0 += $1 }
        return Array(bytes.dropFirst(queue.firstOffset))
    }

    @Test(arguments: 0..<20)
    func `gives out what was put in, in order`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = OutputQueue()
        var expected: [UInt8] = []
        for step in 0..<2_000 {
            if Bool.random(using: &random) || expected.count < 50 {
                let count = Int.random(in: 0...9, using: &random) * (step % 7 == 0 ? 400 : 1)
                let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: count)
                queue.append(bytes)
                expected += bytes
            } else {
                let count = Int.random(
                    in: 0...min(step % 3 == 0 ? 60 : 6_000, expected.count),
                    using: &random
                )
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

    @Test func `puts small pieces together, and no others`() {
        let limit = OutputQueue.smallCount
        var queue = OutputQueue()
        queue.append([1, 2])
        queue.append([UInt8](repeating: 3, count: limit - 2))
        #expect(queue.segments.count == 1)
        queue.append([4])
        #expect(queue.segments.count == 2)
        queue.removeFirst(limit)
        queue.append([5])
        #expect(contents(queue) == [4, 5])
        queue.append([UInt8](repeating: 6, count: limit - 1))
        #expect(queue.segments.count - queue.firstIndex == 2)
    }

    @Test func `is as new after it was emptied`() {
        var queue = OutputQueue()
        queue.append([1, 2, 3])
        queue.removeFirst(2)
        queue.removeAll()
        #expect(queue.isEmpty)
        queue.append([4])
        #expect(contents(queue) == [4])
    }

    @Test func `forgets the segments that were written`() {
        let piece = [UInt8](repeating: 1, count: OutputQueue.smallCount)
        var queue = OutputQueue()
        for _ in 0..<10_000 {
            queue.append(piece)
            queue.append(piece)
            queue.removeFirst(piece.count)
            if queue.count > 5 * piece.count { queue.removeFirst(piece.count) }
        }
        #expect(queue.segments.count < 200)
    }
}
