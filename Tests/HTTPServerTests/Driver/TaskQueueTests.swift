// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct TaskQueueTests {
    private var queue = TaskQueue()

    @Test mutating func `wakes no owner that is awake`() {
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
        #expect(queue.take(thenSleep: true).count == 1)
        // What was taken has to be done first.
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
    }

    @Test mutating func `wakes an owner that sleeps once`() {
        #expect(queue.take(thenSleep: true).isEmpty)
        #expect(queue.enqueue(.closure { _ in }) == .mustWake)
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
        #expect(queue.take(thenSleep: true).count == 2)
    }

    @Test mutating func `wakes no owner that does not sleep`() {
        #expect(queue.take(thenSleep: false).isEmpty)
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
    }

    @Test mutating func `wakes no owner that woke by itself`() {
        #expect(queue.take(thenSleep: true).isEmpty)
        queue.wake()
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
        #expect(queue.take(thenSleep: true).count == 1)
    }

    @Test mutating func `refuses everything after the end`() {
        #expect(queue.enqueue(.closure { _ in }) == .enqueued)
        #expect(queue.close().count == 1)
        #expect(queue.enqueue(.closure { _ in }) == .closed)
        #expect(queue.take(thenSleep: false).isEmpty)
    }
}
