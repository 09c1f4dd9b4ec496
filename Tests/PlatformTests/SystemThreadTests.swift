// SPDX-License-Identifier: Apache-2.0

import Dispatch
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
        try SystemThread.start(stackByteCount: 1 << 20) { [token] in
            withExtendedLifetime(token) { sum.withLock { $0 += 1 } }
        }
        token = nil
        #expect(isReleased.wait(timeout: .now() + 10) == .success)
        #expect(sum.withLock { $0 } == 1)
    }

    @Test func `says why there is no thread`() {
        // More addresses than a process can have.
        #expect(throws: Syscall.Failure.self) {
            try SystemThread.start(stackByteCount: 1 << 60) {}
        }
    }
}
