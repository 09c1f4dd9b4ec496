// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct SaturationMonitorTests {
    private let monitor = SaturationMonitor()
    private let start = ContinuousClock.now

    @Test
    func `is patient with refusals, and not for longer than it says`() {
        monitor.noteRefusal(now: start)
        #expect(!monitor.isSaturated(now: start + SaturationMonitor.patience))
        #expect(monitor.isSaturated(now: start + SaturationMonitor.patience + .nanoseconds(1)))
    }

    @Test
    func `counts from the first refusal of a row`() {
        monitor.noteRefusal(now: start)
        monitor.noteRefusal(now: start + .seconds(4))
        #expect(monitor.isSaturated(now: start + .seconds(6)))
    }

    @Test
    func `forgets refusals when something is admitted`() {
        monitor.noteRefusal(now: start)
        monitor.noteAdmission()
        #expect(!monitor.isSaturated(now: start + .seconds(60)))
    }
}
