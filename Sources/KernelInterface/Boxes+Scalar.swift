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

    package static func accumulate(_ sums: inout MutableSpan<Int32>) {
        for x in 1..<max(sums.count, 1) { sums[x] &+= sums[x - 1] }
    }

    package static func integrate(_ line: Span<Int32>, into sums: inout MutableSpan<Int32>) {
        let width = line.count
        for x in 0..<width {
            sums[x] &+= line[x]
            sums[width + x] &+= sums[x]
            sums[2 * width + x] &+= sums[width + x]
        }
    }

    package static func divide(
        _ sums: Span<Int32>,
        by count: Int,
        into result: inout MutableSpan<UInt16>
    ) {
        for x in 0..<sums.count {
            result[x] = UInt16((Int(UInt32(bitPattern: sums[x])) + count / 2) / count)
        }
    }

    package static func combine(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: (first: Float, second: Float),
        into line: inout MutableSpan<Float>
    ) {
        for x in 0..<line.count {
            line[x] = weights.first * Float(first[x]) + weights.second * Float(second[x])
        }
    }

    package static func add(
        _ line: Span<Float>,
        at indices: Span<Int32>,
        rests: Span<Float>,
        to sums: inout MutableSpan<Float>
    ) {
        for x in 0..<sums.count {
            let index = Int(indices[x])
            let value = line[index]
            sums[x] += value + (line[min(index + 1, line.count - 1)] - value) * rests[x]
        }
    }

    package static func round(_ sums: Span<Float>, into result: inout MutableSpan<UInt16>) {
        for x in 0..<sums.count { result[x] = UInt16(min(max(sums[x].rounded(), 0), 65_535)) }
    }
}
