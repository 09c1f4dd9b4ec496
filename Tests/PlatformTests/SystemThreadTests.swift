// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Platform
import Synchronization
import Testing

@Suite struct SystemThreadTests {
    @Test func `does its work and lets go of it`() throws {
        final class Token: Sendable {
            let isReleased: DispatchSemaphore
            init(_ isReleased: DispatchSemaphore) { self.isReleased = isReleased }
            deinit { isReleased.signal() }
        }
        let isReleased = DispatchSemaphore(value: 0)
        let sum = Mutex(0)
        var token: Token? = Token(isReleased)
        try SystemThread.start(name: "test", stackByteCount: 1 << 20) { [token] in
            withExtendedLifetime(token) { sum.withLock { $0 += 1 } }
        }
        token = nil
        #expect(isReleased.wait(timeout: .now() + 10) == .success)
        #expect(sum.withLock { $0 } == 1)
    }

    @Test func `names its threads`() throws {
        let name = Mutex("")
        let isDone = DispatchSemaphore(value: 0)
        try SystemThread.start(name: "a test", stackByteCount: 1 << 20) {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name.withLock { $0 = text ?? "" }
            isDone.signal()
        }
        #expect(isDone.wait(timeout: .now() + 10) == .success)
        #expect(name.withLock { $0 } == "a test\n")
    }

    @Test func `says why there is no thread`() {
        // More addresses than a process can have.
        #expect(throws: Syscall.Failure.self) {
            try SystemThread.start(name: "test", stackByteCount: 1 << 60) {}
        }
    }
}
