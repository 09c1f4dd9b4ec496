// SPDX-License-Identifier: Apache-2.0

import Rendering
import Testing

@testable import Service

@Suite
struct SaturationMonitorTests {
    private let monitor = SaturationMonitor()
    private let start = ContinuousClock.now

    @Test
    func `is patient with refusals, and not for longer than it says`() {
        monitor.note(.waitedTooLong, now: start)
        #expect(!monitor.isSaturated(now: start + SaturationMonitor.patience))
        #expect(monitor.isSaturated(now: start + SaturationMonitor.patience + .nanoseconds(1)))
    }

    @Test
    func `counts from the first refusal of a row`() {
        monitor.note(.waitedTooLong, now: start)
        monitor.note(.waitedTooLong, now: start + .seconds(4))
        #expect(monitor.isSaturated(now: start + .seconds(6)))
    }

    @Test
    func `forgets refusals when something is admitted`() {
        monitor.note(.waitedTooLong, now: start)
        monitor.noteAdmission()
        #expect(!monitor.isSaturated(now: start + .seconds(60)))
    }

    @Test(arguments: [
        AdmissionError.cancelled, .shuttingDown,
        .tooCostly(PriceExcess(of: .work, price: 2, limit: 1)),
    ])
    func `takes no notice of refusals for other reasons`(error: AdmissionError) {
        monitor.note(error, now: start)
        #expect(!monitor.isSaturated(now: start + .seconds(60)))
    }
}
