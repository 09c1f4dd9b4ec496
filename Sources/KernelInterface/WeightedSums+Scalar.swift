// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func add(
        _ samples: Span<UInt16>,
        times weight: Float,
        to sums: inout MutableSpan<Float>
    ) {
        for x in 0..<samples.count { sums[x] += weight * Float(samples[x]) }
    }

    package static func settle(_ sums: Span<Float>, into samples: inout MutableSpan<UInt16>) {
        for x in 0..<sums.count {
            // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
            samples[x] = UInt16(min(sums[x], 65_535) + 0x1p23 - 0x1p23)
        }
    }
}
