// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func applyCubic(
        _ cubic: CubicCoefficients,
        to samples: inout MutableSpan<UInt16>
    ) {
        for x in 0..<samples.count {
            let unit = Float(samples[x]) * CubicCoefficients.unit
            let value =
                ((cubic.third * unit + cubic.second) * unit + cubic.first) * unit + cubic.zeroth
            let positive = value > 0 ? value : 0
            let limited = positive < 65_535 ? positive : 65_535
            // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
            samples[x] = UInt16(limited + 0x1p23 - 0x1p23)
        }
    }
}
