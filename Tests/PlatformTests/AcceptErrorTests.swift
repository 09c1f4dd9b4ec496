// SPDX-License-Identifier: Apache-2.0

import Glibc
import Platform
import Testing

@Suite struct AcceptErrorTests {
    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `rests where the system has run out`(_ error: Int32) {
        #expect(AcceptError(error) == .ofSystem)
    }

    @Test(arguments: [EINTR, ECONNABORTED, EPROTO, EPERM, ENETDOWN, EHOSTUNREACH])
    func `goes on after the fault of one connection`(_ error: Int32) {
        #expect(AcceptError(error) == .ofOneConnection)
    }

    @Test func `stops where nobody waits`() {
        #expect(AcceptError(EAGAIN) == .noneWaits)
    }
}
