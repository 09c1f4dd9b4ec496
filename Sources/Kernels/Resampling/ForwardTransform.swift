// SPDX-License-Identifier: Apache-2.0

/// The forward DCT, for the few blocks that a library has decoded to samples.
package enum ForwardTransform {
    /// Computes the DCT coefficients of a row of blocks from its samples.
    ///
    /// - Parameters:
    ///   - corner: The coefficients to keep of each block.
    ///   - count: The number of columns; the last is repeated.
    ///   - sample: The sample in a column, and in one of eight rows.
    /// - Returns: Coefficients without quantization, in groups of blocks.
    package static func blocks(
        _ corner: BlockCorner,
        count: Int,
        _ sample: (_ x: Int, _ y: Int) -> UInt8
    ) -> [Int16] {
        let blockCount = (count + 7) / 8
        var result = [Int16](repeating: 0, count: corner.coefficientCount(ofBlocks: blockCount))
        for block in 0..<blockCount {
            let samples = (0..<64).map { index in
                Double(sample(min(8 * block + index % 8, count - 1), index / 8)) - 128
            }
            for order in 0..<64 {
                let sum = (0..<64).reduce(0.0) { sum, index in
                    sum + samples[index] * ResamplingRuns.cosines[8 * (order / 8) + index / 8]
                        * ResamplingRuns.cosines[8 * (order % 8) + index % 8]
                }
                let (row, column) = (order / 8, order % 8)
                guard row < corner.side, column < corner.side else { continue }
                let (group, beside) = (block >> corner.shift, block & (1 << corner.shift - 1))
                let start = corner.groupCount * group + corner.side * beside
                result[start + 32 * row + column] = Int16(sum.rounded())
            }
        }
        return result
    }
}
