// SPDX-License-Identifier: Apache-2.0

import Rendering
import Synchronization
import Testing

@Suite struct CancellationTests {
    @Test func `lets work go on until it is cancelled`() throws {
        let cancellation = Cancellation()
        try cancellation.check()
        cancellation.cancel()
        #expect(throws: RenderError.cancelled) { try cancellation.check() }
    }

    @Test func `ends work at its deadline`() {
        let cancellation = Cancellation(deadline: .now - .seconds(1))
        #expect(throws: RenderError.deadlineExceeded) { try cancellation.check() }
    }

    @Test func `gives back time in which work could not go on`() throws {
        let cancellation = Cancellation(deadline: .now - .seconds(1))
        cancellation.extendDeadline(by: .seconds(60))
        try cancellation.check()
        let endless = Cancellation()
        endless.extendDeadline(by: .seconds(60))
        #expect(endless.deadline == nil)
    }

    @Test func `runs an action once, also one that comes late`() {
        let cancellation = Cancellation()
        let count = Mutex(0)
        cancellation.onCancel { count.withLock { $0 += 1 } }
        cancellation.cancel()
        cancellation.cancel()
        #expect(count.withLock { $0 } == 1)
        cancellation.onCancel { count.withLock { $0 += 10 } }
        #expect(count.withLock { $0 } == 11)
    }
}
