// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// The rounding of 16-bit samples to 8 bits.
package enum Dither: Hashable, Sendable {
    /// Rounding to nearest.
    case none
    /// Ordered dither with a 16 × 16 Bayer matrix, whose cells decide which samples are rounded up.
    ///
    /// It depends on position and value only, so the same image gives the same bytes, however it
    /// is divided into bands. Values that 8 bits hold exactly never change. Alpha is rounded to
    /// nearest, so that edges do not become grainy.
    ///
    /// Reference: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone
    /// pictures", IEEE International Conference on Communications, 1973.
    ///
    /// - Parameter y: The row of the image being packed.
    case ordered(y: Int)

    /// The numbers added to the color samples of a row before they are rounded down to 8 bits, for
    /// 16 columns.
    var addends: [UInt16] {
        switch self {
        case .none: Self.addends[16]
        case .ordered(let y): Self.addends[y & 15]
        }
    }

    /// The numbers added before rounding in each row of the Bayer matrix, followed by those that
    /// round to nearest.
    private static let addends: [[UInt16]] =
        (0..<16).map { y in
            // They span 0 to 256 with a mean of 128: multiples of 257, which 8 bits hold, never
            // change.
            (0..<16).map { x in UInt16((2 * bayerRank(x, y) + 1) * 257 / 512) }
        } + [[UInt16](repeating: ScalarKernels.byteRounding, count: 16)]

    /// The rank of a cell in the order in which the cells of the 16 × 16 matrix fill, 0 to 255.
    ///
    /// It consists of the bits of x ^ y and y, interleaved from the least significant upwards.
    static func bayerRank(_ x: Int, _ y: Int) -> Int {
        var rank = 0
        for bit in 0..<4 {
            let diagonal = ((x ^ y) >> bit) & 1
            let vertical = (y >> bit) & 1
            rank |= (diagonal << 1 | vertical) << (2 * (3 - bit))
        }
        return rank
    }
}
