// SPDX-License-Identifier: Apache-2.0

/// How 16-bit samples become 8-bit ones.
public enum Dither: Hashable, Sendable {
    /// Rounding to nearest.
    case none
    /// Ordered dither: a 16 × 16 Bayer matrix decides who is rounded up.
    ///
    /// Depends on position and value only, so the same picture gives the same bytes, however it is
    /// cut into bands. Values that 8 bits hold exactly are never changed.
    ///
    /// Reference: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone
    /// pictures", IEEE International Conference on Communications, 1973.
    ///
    /// - Parameter y: The row of the picture that is packed.
    case ordered(y: Int)

    /// What is added to *v* × 255 before the lower 16 bits are dropped, to round to nearest.
    static let rounding: UInt16 = 32_895

    /// The addends of one row, repeated every 16 samples.
    var thresholds: SIMD16<UInt16> {
        switch self {
        case .none: SIMD16(repeating: Self.rounding)
        case .ordered(let y): Self.bayerThresholds(y & 15)
        }
    }

    private static func bayerThresholds(_ y: Int) -> SIMD16<UInt16> {
        var row = SIMD16<UInt16>()
        for x in 0..<16 { row[x] = threshold(rank: bayerRank(x, y)) }
        return row
    }

    /// The position of a cell in the order in which cells of the 16 × 16 matrix fill, 0 to 255.
    ///
    /// The bits of x ^ y and y, interleaved from the least significant upwards.
    static func bayerRank(_ x: Int, _ y: Int) -> Int {
        var rank = 0
        for bit in 0..<4 {
            let diagonal = ((x ^ y) >> bit) & 1
            let vertical = (y >> bit) & 1
            rank |= (diagonal << 1 | vertical) << (2 * (3 - bit))
        }
        return rank
    }

    /// An addend from 255 to 65,535, whose mean is ``rounding``.
    ///
    /// Smaller ones would darken and larger ones brighten values that are exact, since
    /// *n* × 257 × 255 lies *n* below *n* × 65,536.
    private static func threshold(rank: Int) -> UInt16 {
        UInt16(255 + (2 * rank + 1) * (65_535 - 255) / 512)
    }
}
