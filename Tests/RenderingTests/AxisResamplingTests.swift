// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Rendering

@Suite struct AxisResamplingTests {
    @Test(arguments: [(1, 1), (1, 9), (2, 7), (7, 7), (9, 2), (10, 3), (100, 33), (33, 100)])
    func `weights add up to one and sources exist`(counts: (from: Int, to: Int)) {
        let axis = AxisResampling(from: counts.from, to: counts.to)
        for result in 0..<counts.to {
            let sum = axis.weights(of: result).reduce(0, +)
            #expect(abs(sum - 1) < 1e-5)
            let sources = axis.sources(of: result)
            #expect(sources.lowerBound >= 0 && sources.upperBound <= counts.from)
        }
    }

    @Test func `keeps what has the size already`() {
        #expect(AxisResampling(from: 4, to: 4).resample([1, 5, 2, 8]) == [1, 5, 2, 8])
    }

    @Test func `interpolates between the middles of pixels`() {
        #expect(AxisResampling(from: 2, to: 4).resample([0, 8]) == [0, 2, 6, 8])
    }

    @Test func `averages what a pixel covers`() {
        #expect(AxisResampling(from: 6, to: 2).resample([1, 2, 3, 4, 5, 6]) == [2, 5])
        let results = AxisResampling(from: 3, to: 2).resample([3, 6, 9])
        #expect(abs(results[0] - 4) < 1e-5 && abs(results[1] - 8) < 1e-5)
    }
}
