// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func add(
        _ samples: Span<UInt16>,
        times factor: Int32,
        to sums: inout MutableSpan<Int32>
    ) {
        for x in 0..<samples.count { sums[x] += factor * Int32(samples[x]) }
    }

    package static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<UInt64>) {
        let width = line.count
        for x in 0..<width {
            sums[x] &+= UInt64(bitPattern: Int64(line[x]))
            sums[width + x] &+= sums[x]
            sums[2 * width + x] &+= sums[width + x]
        }
    }

    package static func sumBoxes(
        _ samples: Span<UInt16>,
        delays: Span<Int>,
        factors: Span<Int32>,
        into sums: inout MutableSpan<UInt64>
    ) {
        let first = samples.count - sums.count
        var (sum, sumOfSums, result): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for x in delays[delays.count - 1]..<samples.count {
            var change: Int32 = 0
            for tap in 0..<delays.count { change += factors[tap] * Int32(samples[x - delays[tap]]) }
            sum &+= UInt64(bitPattern: Int64(change))
            sumOfSums &+= sum
            result &+= sumOfSums
            if x >= first { sums[x - first] = result }
        }
    }
}
