// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Service

@Suite
struct RefusalSamplingTests {
    private let start = ContinuousClock.now

    @Test
    func `writes the first refusals of each second`() {
        let sampling = RefusalSampling()
        for second in 0..<2 {
            let written = (0..<100).filter { index in
                sampling.admitsLine(now: start + .seconds(second) + .milliseconds(index))
            }
            #expect(written == Array(0..<RefusalSampling.linesPerSecond))
        }
    }

    @Test
    func `tells the number of the others once, when their second is over`() {
        let sampling = RefusalSampling()
        #expect(sampling.takeOmitted(now: start) == nil)
        for _ in 0..<RefusalSampling.linesPerSecond + 5 { _ = sampling.admitsLine(now: start) }
        #expect(sampling.takeOmitted(now: start + .milliseconds(999)) == nil)
        #expect(sampling.takeOmitted(now: start + .seconds(1)) == 5)
        #expect(sampling.takeOmitted(now: start + .seconds(2)) == nil)
    }
}
