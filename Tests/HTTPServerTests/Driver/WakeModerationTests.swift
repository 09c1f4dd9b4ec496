// SPDX-License-Identifier: Apache-2.0

import CScheduler
import Foundation
import Glibc
import Testing

@testable import HTTPServer

@Suite struct WakeModerationTests {
    /// Counts of requests, a twentieth of a second apart, and whether the loop waits after each.
    private func waits(_ counts: [Int]) -> [Bool] {
        var moderation = WakeModeration(rate: 6_000, now: Moment(nanoseconds: 0))
        var total = 0
        return counts.enumerated().map { index, count in
            let before = moderation.waits
            let now = Moment(nanoseconds: Int64(index + 1) * 50_000_000)
            #expect(moderation.due == now)
            total += count
            let hasChanged = moderation.take(total, now: now)
            #expect(hasChanged == (moderation.waits != before))
            return moderation.waits
        }
    }

    @Test func `waits from its rate on`() {
        #expect(waits([0, 1, 299, 300, 2_000]) == [false, false, false, true, true])
    }

    @Test func `goes on for as long as there is half of that`() {
        #expect(waits([300, 150, 299, 149, 299, 300]) == [true, true, true, false, false, true])
    }

    @Test func `ends with the first count after a rest`() {
        var moderation = WakeModeration(rate: 6_000, now: Moment(nanoseconds: 0))
        let begins = moderation.take(1_000, now: Moment(nanoseconds: 50_000_000))
        #expect(begins && moderation.waits)
        let ends = moderation.take(1_010, now: Moment(nanoseconds: 10_000_000_000))
        #expect(ends && !moderation.waits)
    }
}

/// `SCHED_BATCH`, which hides behind a feature macro.
private let batch: Int32 = 3

@Suite(.enabled(if: sched_getscheduler(0) == SCHED_OTHER)) struct WaitingForTurnsTests {
    @Test func `is a policy that a thread takes and gives back`() async throws {
        let seen = try await onThread {
            var seen = [sched_getscheduler(0)]
            for waits: Int32 in [1, 1, 0] {
                #expect(cscheduler_wait_for_turns(waits) != 0)
                seen.append(sched_getscheduler(0))
            }
            return seen
        }
        #expect(seen == [SCHED_OTHER, batch, batch, SCHED_OTHER])
    }

    @Test(arguments: [20, nil])
    func `is what a loop with many requests does, and one with few no more`(
        _ rate: Int?
    ) async throws {
        let live = try LiveServer {
            $0.eventLoops = 1
            $0.waitingRate = rate
        }
        try await onThread {
            let client = try live.connect()
            let busy = eventually(seconds: rate == nil ? 0.3 : 5) {
                client.get("/policy")?.text == "\(batch)"
            }
            #expect(busy == (rate != nil))
            // The turn after a rest is the last in which it waits.
            Thread.sleep(forTimeInterval: 0.3)
            _ = client.get("/policy")
            #expect(client.get("/policy")?.text == "\(SCHED_OTHER)")
        }
    }
}
