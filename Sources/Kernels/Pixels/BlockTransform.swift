// SPDX-License-Identifier: Apache-2.0

/// The cosine transform of single blocks, for pixels that are not interpolated.
///
/// The arithmetic is in floating point, in one fixed order.
///
/// Reference: ITU-T T.81, A.3.3 and A.3.4.
public struct BlockTransform: Sendable {
    /// The eight factors of all samples in each frequency, and of each sample in all frequencies.
    private static let rows = (0..<8).map { v in SIMD8<Float>((0..<8).map { cosine(v, $0) }) }
    private static let columns = (0..<8).map { x in SIMD8<Float>((0..<8).map { cosine($0, x) }) }

    private static func cosine(_ frequency: Int, _ sample: Int) -> Float {
        Float(BlockAxis.cosines[frequency * BlockAxis.side + sample])
    }

    /// The reciprocals of the quantization table, row by row.
    private let factors: [SIMD8<Float>]

    /// Creates the transform for a quantization table.
    ///
    /// - Parameter quantization: 64 divisors row by row.
    public init(quantization: [UInt16]) {
        precondition(quantization.count == 64, "a quantization table has 64 divisors")
        factors = (0..<8).map { v in
            SIMD8<Float>((0..<8).map { 1 / Float(quantization[8 * v + $0]) })
        }
    }

    /// Transforms and quantizes a block.
    ///
    /// - Parameters:
    ///   - samples: Eight rows of eight samples around 0.
    ///   - mask: A bit for each nonzero coefficient, from the lowest bit on.
    ///   - coefficients: 64 coefficients, row by row.
    public func apply(
        to samples: [SIMD8<Float>],
        mask: inout UInt64,
        into coefficients: inout MutableSpan<Int16>
    ) {
        let wide = samples.map { row in
            (0..<8).reduce(SIMD8<Float>()) { $0 + Self.columns[$1] * row[$1] }
        }
        mask = 0
        for v in 0..<8 {
            let sum = (0..<8).reduce(SIMD8<Float>()) { $0 + wide[$1] * Self.rows[v][$1] }
            let row = (sum * factors[v]).rounded(.toNearestOrEven)
            for u in 0..<8 {
                coefficients[8 * v + u] = Int16(row[u])
                if row[u] != 0 { mask |= 1 << UInt64(8 * v + u) }
            }
        }
    }
}
