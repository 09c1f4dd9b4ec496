// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HTTPServer

@Suite struct OutputQueueTests {
    private let room = ResidentFileRoom(files: 1, bytes: 1_000)

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

    @Test(arguments: [0, 1, 2, 5_000, 5_001])
    func `gives out a file after all bytes`(_ byteCount: Int) throws {
        let fileCount = 300
        let file = try #require(
            ResidentFile([[UInt8](repeating: 2, count: fileCount)], within: room)
        )
        for step in [1, 7, 4_096, 10_000] {
            var queue = OutputQueue()
            queue.append([UInt8](repeating: 1, count: byteCount / 2))
            queue.append([UInt8](repeating: 1, count: byteCount - byteCount / 2))
            queue.append(file)
            var written = 0
            while !queue.isEmpty {
                #expect(queue.count == byteCount + fileCount - written)
                #expect(queue.hasReachedFile == (written >= byteCount))
                #expect(queue.fileOffset == max(0, written - byteCount))
                #expect(contents(queue).count == max(0, byteCount - written))
                let count = min(step, queue.count)
                queue.removeFirst(count)
                written += count
            }
            #expect(queue.file == nil)
            #expect(queue.fileOffset == 0)
            // The next answer begins as the first did.
            queue.append([5])
            #expect(contents(queue) == [5])
            #expect(!queue.hasReachedFile)
        }
    }

    @Test func `forgets a file with everything else`() throws {
        var queue = OutputQueue()
        queue.append([1])
        queue.append(try #require(ResidentFile([[1, 2]], within: room)))
        queue.removeFirst(2)
        queue.removeAll()
        #expect(queue.isEmpty)
        #expect(queue.file == nil)
        queue.append([1])
        #expect(contents(queue) == [1])
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
