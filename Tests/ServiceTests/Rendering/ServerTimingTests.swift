// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct ServerTimingTests {
    @Test(arguments: [
        (Duration.zero, "0.000"), (.microseconds(41), "0.041"), (.milliseconds(1500), "1500.000"),
        (.nanoseconds(1_234_567), "1.234"), (.seconds(-1), "0.000"),
    ])
    func `writes milliseconds to a thousandth`(duration: Duration, text: String) {
        #expect(ServerTiming.milliseconds(duration) == text)
    }

    @Test
    func `says what cache and queue did`() {
        #expect(ServerTiming.cache(.hit, queue: nil) == "cache;desc=hit")
        let miss = ServerTiming.cache(.miss, queue: .milliseconds(2))
        #expect(miss == "cache;desc=miss, queue;dur=2.000")
    }
}
