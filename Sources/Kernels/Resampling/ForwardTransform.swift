// SPDX-License-Identifier: Apache-2.0

/// The cosine transform of samples, for the few groups of a file that a library has decoded to samples.
package enum ForwardTransform {
    /// Makes the coefficients of a row of blocks.
    ///
    /// - Parameters:
    ///   - count: The number of columns; the last is repeated.
    ///   - sample: The sample in a column, and in one of eight rows.
    /// - Returns: Coefficients without quantization, in groups of four blocks.
    package static func blocks(count: Int, _ sample: (_ x: Int, _ y: Int) -> UInt8) -> [Int16] {
        let groups = (count + 31) / 32
        var result = [Int16](
            repeating: 0,
            count: groups * InverseTransform.coefficientCount
        )
        for block in 0..<((count + 7) / 8) {
            let samples = (0..<64).map { index in
                Double(sample(min(8 * block + index % 8, count - 1), index / 8)) - 128
            }
            for order in 0..<64 {
                let sum = (0..<64).reduce(0.0) { sum, index in
                    sum + samples[index] * ResamplingRuns.cosines[8 * (order / 8) + index / 8]
                        * ResamplingRuns.cosines[8 * (order % 8) + index % 8]
                }
                let place = 256 * (block / 4) + 32 * (order / 8) + 8 * (block % 4) + order % 8
                result[place] = Int16(sum.rounded())
            }
        }
        return result
    }
}
