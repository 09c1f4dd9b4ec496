// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func accumulate(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        accumulate(shape, weights, fresh, &sums, [starts.0, starts.1, starts.2]) {
            Int32(rows[$0]) - 32_768
        }
    }

    package static func accumulate(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int)
    ) {
        accumulate(shape, weights, fresh, &sums, [starts.0, starts.1, starts.2]) {
            Int32(rows[$0]) * 257 - 32_768
        }
    }

    private static func accumulate(
        _ shape: RowsShape,
        _ weights: Span<Int32>,
        _ fresh: Bool,
        _ sums: inout MutableSpan<Int32>,
        _ starts: [Int],
        _ sample: (Int) -> Int32
    ) {
        for (tap, start) in starts.enumerated() {
            for x in 0..<shape.width {
                var sum = fresh && tap == 0 ? 0 : sums[start + x]
                for row in 0..<shape.count {
                    let pair = weights[row / 2 * 3 + tap]
                    sum += half(row % 2, of: pair) * sample(row * shape.stride + x)
                }
                sums[start + x] = sum
            }
        }
    }

    package static func average(
        _ sums: Span<Int32>,
        bias: Int32,
        shift: Int,
        into row: inout MutableSpan<Int16>
    ) {
        for x in 0..<row.count { row[x] = Int16(mean(sums[x] + bias, shift)) }
    }

    package static func average(
        _ sums: Span<Int32>,
        divisor: Int32,
        into row: inout MutableSpan<Int16>
    ) {
        for x in 0..<row.count { row[x] = Int16(quotient(sums[x], divisor)) }
    }

    package static func center(_ samples: Span<UInt16>, into row: inout MutableSpan<Int16>) {
        for x in 0..<row.count { row[x] = Int16(Int32(samples[x]) - 32_768) }
    }

    package static func center(_ samples: Span<UInt8>, into row: inout MutableSpan<Int16>) {
        for x in 0..<row.count { row[x] = Int16(Int32(samples[x]) * 257 - 32_768) }
    }

    package static func halve(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int) {
        let weights: [Int32] = boxes == 3 ? [1, 3, 3, 1] : [1, 5, 10, 10, 5, 1]
        for x in 0..<count {
            var sum: Int32 = 0
            for (q, weight) in weights.enumerated() { sum += weight * Int32(row[2 * x + q]) }
            row[x] = Int16(mean(sum, boxes))
        }
    }

    package static func double(
        _ row: Span<Int16>,
        count: Int,
        boxes: Int,
        into result: inout MutableSpan<Int16>
    ) {
        for x in 0..<(count + 2) { result[x] = row[x] }
        double(&result, count: count, boxes: boxes)
    }

    package static func double(_ row: inout MutableSpan<Int16>, count: Int, boxes: Int) {
        let weights: (Int32, Int32, Int32) = boxes == 3 ? (3, 1, 0) : (5, 10, 1)
        let mirrored: (Int32, Int32, Int32) = boxes == 3 ? (1, 3, 0) : (1, 10, 5)
        // The samples after this one may be overwritten before their turn, so they are kept here.
        var (next, last) = (Int32(row[count]), Int32(row[count + 1]))
        for x in (0..<count).reversed() {
            let sample = Int32(row[x])
            let even = weights.0 * sample + weights.1 * next + weights.2 * last
            let odd = mirrored.0 * sample + mirrored.1 * next + mirrored.2 * last
            row[2 * x] = Int16(mean(even, boxes - 1))
            row[2 * x + 1] = Int16(mean(odd, boxes - 1))
            (next, last) = (sample, next)
        }
    }

    package static func blurRow(
        _ row: Span<Int16>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>
    ) {
        for x in 0..<result.count {
            result[x] = blurred(weights, second: 0) { row[x + $0] }
        }
    }

    package static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<Int16>,
        shape: RowsShape
    ) {
        for row in 0..<shape.count {
            for x in 0..<shape.width {
                result[row * shape.stride + x] = blurred(weights, second: row) {
                    ring[starts[$0] + x]
                }
            }
        }
    }

    package static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into result: inout MutableSpan<UInt16>,
        shape: RowsShape
    ) {
        for row in 0..<shape.count {
            for x in 0..<shape.width {
                let sample = blurred(weights, second: row) { ring[starts[$0] + x] }
                result[row * shape.stride + x] = UInt16(Int32(sample) + 32_768)
            }
        }
    }

    /// Returns one of two neighboring blurred samples: the first if `second` is 0; if it is 1, the
    /// second, whose window starts one sample later.
    private static func blurred(
        _ weights: Span<Int32>,
        second: Int,
        _ sample: (Int) -> Int16
    ) -> Int16 {
        if weights.count == 2 { return sample(second) }
        var sum: Int32 = 0
        for n in 0..<weights.count {
            let weight = half(n % 2, of: weights[n / 2 * 2 + second])
            if weight != 0 { sum += weight * Int32(sample(n)) }
        }
        return Int16(mean(sum, 15))
    }

    package static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into samples: inout MutableSpan<UInt16>,
        shape: RowsShape
    ) {
        for row in 0..<shape.count {
            let weights = curve.weights(ofRow: row)
            for x in 0..<shape.width {
                let sum = interpolated(rows, starts, weights, x)
                samples[row * shape.stride + x] = UInt16(mean(sum, curve.shift) + 32_768)
            }
        }
    }

    package static func expand(
        _ rows: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowsShape
    ) {
        for row in 0..<shape.count {
            let weights = curve.weights(ofRow: row)
            for x in 0..<shape.width {
                let sum = interpolated(rows, starts, weights, x)
                bytes[row * shape.stride + x] = UInt8(min(mean(sum, curve.shift + 8) + 128, 255))
            }
        }
    }

    private static func interpolated(
        _ rows: Span<Int16>,
        _ starts: (Int, Int, Int),
        _ weights: (Int32, Int32, Int32),
        _ x: Int
    ) -> Int32 {
        weights.0 * Int32(rows[starts.0 + x]) + weights.1 * Int32(rows[starts.1 + x])
            + weights.2 * Int32(rows[starts.2 + x])
    }

    /// A sum divided by a positive integer, rounded half up.
    package static func quotient(_ sum: Int32, _ divisor: Int32) -> Int32 {
        let (twice, double) = (2 * Int64(sum) + Int64(divisor), 2 * Int64(divisor))
        let (quotient, rest) = twice.quotientAndRemainder(dividingBy: double)
        return Int32(rest < 0 ? quotient - 1 : quotient)
    }

    /// A sum divided by a power of two, rounded half up.
    static func mean(_ sum: Int32, _ shift: Int) -> Int32 {
        shift == 0 ? sum : (sum + 1 << (shift - 1)) >> shift
    }

    /// Returns one 16-bit half of a pair of weights: the lower for index 0, the upper for index 1.
    static func half(_ index: Int, of pair: Int32) -> Int32 {
        Int32(Int16(truncatingIfNeeded: pair >> (16 * index)))
    }
}

extension ExpansionCurve {
    /// Evaluates the polynomials for the weights of the three low-resolution rows in one
    /// interpolated row.
    package func weights(ofRow row: Int) -> (Int32, Int32, Int32) {
        let (n, pairs) = (Int32(row), Int32(row * (row - 1) / 2))
        func weight(_ weight: Int16, _ slope: Int16, _ bend: Int16) -> Int32 {
            Int32(weight) + n * Int32(slope) + pairs * Int32(bend)
        }
        return (
            weight(weights.0, slopes.0, bends.0), weight(weights.1, slopes.1, bends.1),
            weight(weights.2, slopes.2, bends.2)
        )
    }
}
