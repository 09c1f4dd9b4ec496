// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func add(_ samples: Span<UInt16>, to sums: inout MutableSpan<UInt32>) {
        for x in 0..<samples.count { sums[x] += UInt32(samples[x]) }
    }

    package static func addRuns(
        _ sums: Span<UInt32>,
        length: Int,
        to totals: inout MutableSpan<UInt64>
    ) {
        for x in 0..<sums.count { totals[x / length] += UInt64(sums[x]) }
    }

    package static func divide(
        _ sums: Span<UInt64>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<sums.count {
            result[x] = UInt16((sums[x] + UInt64(count) / 2) / UInt64(count))
        }
    }

    package static func repeatSamples(
        _ samples: Span<UInt16>,
        times: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<result.count { result[x] = samples[x / times] }
    }
}
