// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPServer

@Suite struct RateAllowanceTests {
    private static func moment(_ seconds: Double) -> Moment {
        Moment(nanoseconds: Int64(seconds * 1e9))
    }

    private func full(rate: Int = 1_000) -> RateAllowance {
        RateAllowance(lag: Interval(.seconds(30)), rate: rate, now: Self.moment(0))
    }

    @Test func `is used up after the lag when nothing is taken`() {
        #expect(full().end == Self.moment(30))
    }

    @Test func `lasts as long as the bytes that are taken`() {
        var allowance = full()
        allowance.count(4_500, now: Self.moment(10))
        #expect(allowance.end == Self.moment(34.5))
    }

    @Test func `never holds more than the lag`() {
        var allowance = full()
        allowance.count(1 << 40, now: Self.moment(10))
        #expect(allowance.end == Self.moment(40))
    }

    @Test func `does not count the time in which nothing waits`() {
        var allowance = full()
        allowance.count(0, now: Self.moment(10))
        allowance.resume(now: Self.moment(100))
        #expect(allowance.end == Self.moment(120))
        allowance.refill()
        #expect(allowance.end == Self.moment(130))
    }

    @Test(arguments: [1, 1_000_000_000])
    func `counts at the ends of the range of rates`(_ rate: Int) {
        var allowance = full(rate: rate)
        allowance.count(rate, now: Self.moment(10))
        #expect(allowance.end == Self.moment(31))
    }
}
