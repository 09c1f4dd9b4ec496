// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func multiply(
        _ factors: Span<Float>,
        _ rows: Span<Float>,
        shape: ProductShape,
        into result: inout MutableSpan<Float>
    ) {
        for row in 0..<shape.count {
            for column in 0..<shape.width {
                var sum = factors[row * shape.depth] * rows[column]
                for term in 1..<max(1, shape.depth) {
                    sum += factors[row * shape.depth + term] * rows[term * shape.stride + column]
                }
                result[row * shape.resultStride + column] = sum
            }
        }
    }

    package static func quantize(
        _ coefficients: Span<Float>,
        by factors: Span<Float>,
        into result: inout MutableSpan<Int16>
    ) -> UInt64 {
        var mask: UInt64 = 0
        for index in 0..<64 {
            let product = (coefficients[index] * factors[index]).rounded(.toNearestOrEven)
            result[index] = Int16(product)
            if product != 0 { mask |= 1 << UInt64(index) }
        }
        return mask
    }

    package static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into means: inout MutableSpan<Float>
    ) {
        for x in 0..<means.count {
            let sum = sum(rows, stride: stride, pitch: pitch, at: x)
            means[x] = Float(sum) / Float(256 * pitch * pitch) - 128
        }
    }

    package static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into bytes: inout MutableSpan<UInt8>
    ) {
        let unit = 256 * pitch * pitch
        for x in 0..<bytes.count {
            bytes[x] = UInt8((sum(rows, stride: stride, pitch: pitch, at: x) + unit / 2) / unit)
        }
    }

    /// The sum of the pixels in a square of `pitch` by `pitch`, each limited to 255 × 256.
    private static func sum(_ rows: Span<UInt16>, stride: Int, pitch: Int, at x: Int) -> Int {
        var sum = 0
        for row in 0..<pitch {
            for column in 0..<pitch {
                sum += Int(min(rows[row * stride + x * pitch + column], 255 * 256))
            }
        }
        return sum
    }
}
