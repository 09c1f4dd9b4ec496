// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func inverseTransform(
        _ coefficients: Span<Int16>,
        times factors: Span<Int16>,
        into samples: inout MutableSpan<UInt8>,
        stride: Int
    ) {
        for block in 0..<(coefficients.count / 64) {
            let (start, beside) = (block / 4 * 256, block % 4 * 8)
            var values = InlineArray<64, Int16>(repeating: 0)
            for index in 0..<64 {
                let place = 32 * (index / 8) + beside + index % 8
                values[index] = coefficients[start + place] &* factors[place]
            }
            for x in 0..<8 { inverseTransform(&values, from: x, step: 8, bits: 11) }
            for y in 0..<8 { inverseTransform(&values, from: 8 * y, step: 1, bits: 18) }
            for index in 0..<64 {
                let sample = UInt8(clamping: Int(values[index]) + 128)
                samples[stride * (index / 8) + 8 * block + index % 8] = sample
            }
        }
    }

    /// Computes the inverse DCT of eight values in place, `step` apart, shifts them by `bits` and
    /// saturates them to 16 bits.
    private static func inverseTransform(
        _ values: inout InlineArray<64, Int16>,
        from first: Int,
        step: Int,
        bits: Int32
    ) {
        let input = values
        func sum(_ weights: InlineArray<16, Int32>, _ sample: Int, _ offset: Int) -> Int32 {
            var sum: Int32 = 0
            for index in 0..<4 {
                let value = Int32(input[first + step * (2 * index + offset)])
                sum &+= weights[4 * sample + index] &* value
            }
            return sum
        }
        let half: Int32 = 1 << (bits - 1)
        for sample in 0..<4 {
            let even = sum(evenWeights, sample, 0) &+ half
            let odd = sum(oddWeights, sample, 1)
            values[first + step * sample] = Int16(clamping: (even &+ odd) >> bits)
            values[first + step * (7 - sample)] = Int16(clamping: (even &- odd) >> bits)
        }
    }

    /// The weights of the four even DCT coefficients in samples 0 to 3; samples 7 to 4 have the
    /// same.
    private static let evenWeights: InlineArray<16, Int32> = [
        8192, 10_703, 8192, 4433,
        8192, 4433, -8192, -10_704,
        8192, -4433, -8192, 10_704,
        8192, -10_703, 8192, -4433,
    ]

    /// The weights of the four odd DCT coefficients in samples 0 to 3; samples 7 to 4 have the
    /// negated ones.
    private static let oddWeights: InlineArray<16, Int32> = [
        11_363, 9633, 6437, 2260,
        9633, -2259, -11_362, -6436,
        6437, -11_362, 2261, 9633,
        2260, -6436, 9633, -11_363,
    ]
}
