// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        weights: AccumulationWeights,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        let starts = SIMD3(starts.0, starts.1, starts.2)
        for tap in 0..<3 {
            for x in 0..<first.count {
                let sum = fresh && tap == 0 ? 0 : sums[starts[tap] + x]
                sums[starts[tap] + x] =
                    sum + Int32(weights.first[tap]) * (Int32(first[x]) - 32_768)
                    + Int32(weights.second[tap]) * (Int32(second[x]) - 32_768)
            }
        }
    }

    package static func accumulate(
        _ first: Span<UInt16>,
        _ second: Span<UInt16>,
        _ third: Span<UInt16>,
        _ fourth: Span<UInt16>,
        weights: (AccumulationWeights, AccumulationWeights),
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        accumulate(first, second, weights: weights.0, fresh: fresh, into: &sums, at: starts)
        accumulate(third, fourth, weights: weights.1, fresh: false, into: &sums, at: starts)
    }

    package static func accumulate(
        _ row: Span<UInt16>,
        weight: Int16,
        into sums: inout MutableSpan<Int32>
    ) {
        for x in 0..<row.count { sums[x] += Int32(weight) * (Int32(row[x]) - 32_768) }
    }

    package static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        scale: Float,
        into row: inout MutableSpan<Float>
    ) {
        for x in 0..<row.count { row[x] = Float(sums[x] + bias) * scale }
    }

    package static func widen(_ samples: Span<UInt16>, into row: inout MutableSpan<Float>) {
        for x in 0..<samples.count { row[x] = Float(samples[x]) }
    }

    package static func decimate(
        _ row: Span<Float>,
        by decimation: borrowing Decimation,
        scratch: inout MutableSpan<Float>,
        count: Int,
        into low: inout MutableSpan<Float>
    ) {
        let last = decimation.starts.count - 1
        for index in 0..<count {
            let first = index * decimation.step
            var sum: Float = 0
            for (q, weight) in decimation.weights.enumerated() {
                sum += weight * (row[first + q] + row[first + last - q])
            }
            low[index] = sum
        }
    }

    package static func blurRow(
        _ row: Span<Float>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    ) {
        let radius = weights.count - 1
        for x in 0..<result.count {
            var sum = weights[0] * row[x + radius]
            for n in stride(from: 1, through: radius, by: 1) {
                sum += weights[n] * (row[x + radius - n] + row[x + radius + n])
            }
            result[x] = sum
        }
    }

    package static func blurColumns(
        _ ring: Span<Float>,
        starts: Span<Int>,
        weights: Span<Float>,
        into result: inout MutableSpan<Float>
    ) {
        let radius = weights.count - 1
        for x in 0..<result.count {
            var sum = weights[0] * ring[starts[radius] + x]
            for n in stride(from: 1, through: radius, by: 1) {
                sum += weights[n] * (ring[starts[radius - n] + x] + ring[starts[radius + n] + x])
            }
            result[x] = sum
        }
    }

    package static func mix(
        _ rows: Span<Float>,
        starts: (Int, Int, Int),
        weights: SIMD3<Float>,
        into result: inout MutableSpan<Float>
    ) {
        for x in 0..<result.count {
            result[x] =
                weights[0] * rows[starts.0 + x] + weights[1] * rows[starts.1 + x]
                + weights[2] * rows[starts.2 + x]
        }
    }

    package static func interpolate(
        _ low: Span<Float>,
        weights: Span<Float>,
        phase: Int,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    ) {
        let step = weights.count / 3
        for x in 0..<samples.count {
            let (whole, phase) = (x + phase).quotientAndRemainder(dividingBy: step)
            let value =
                weights[phase] * low[whole + 2] + weights[step + phase] * low[whole + 1]
                + weights[2 * step + phase] * low[whole]
            samples[x] = rounded(value, scales.isEmpty ? 1 : scale * scales[x])
        }
    }

    package static func round(
        _ row: Span<Float>,
        scales: Span<Float>,
        scale: Float,
        into samples: inout MutableSpan<UInt16>
    ) {
        for x in 0..<samples.count {
            samples[x] = rounded(row[x], scales.isEmpty ? 1 : scale * scales[x])
        }
    }

    private static func rounded(_ value: Float, _ scale: Float) -> UInt16 {
        UInt16(min(value * scale, 65_535).rounded(.toNearestOrEven))
    }
}
