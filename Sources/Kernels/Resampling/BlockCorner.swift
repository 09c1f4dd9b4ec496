// SPDX-License-Identifier: Apache-2.0

/// The DCT coefficients that are kept of each block: a square of the lowest frequencies.
///
/// Groups of blocks lie side by side in rows of 32 coefficients: the first row of each block, then the
/// second. Four whole blocks are a group as ``InverseTransform`` takes them. One row after the last takes
/// the coefficients that are dropped.
package struct BlockCorner: Hashable, Sendable {
    /// The number of coefficients along each axis: 2, 4 or 8.
    package let side: Int

    /// The square that keeps all coefficients of a block.
    package static let whole = BlockCorner(side: 8)

    /// Creates a square of `side` by `side` coefficients.
    package init(side: Int) {
        precondition([2, 4, 8].contains(side), "the side of a square of coefficients")
        self.side = side
    }

    /// The number of leading coefficients in zigzag order that may be kept; all later ones are
    /// dropped.
    ///
    /// Of two by two, the last is left out: it is seen less than many that are dropped.
    package var rankCount: Int { side == 2 ? 3 : 64 }

    /// The number of coefficients stored for blocks side by side in rows of 32, with one row more
    /// for dropped coefficients.
    package var groupCount: Int { 32 * (side == 8 ? 8 : side + 1) }

    /// The binary logarithm of the number of blocks that are stored side by side, in rows of 32
    /// coefficients.
    @inline(__always)
    package var shift: Int { 5 &- side.trailingZeroBitCount }

    /// Returns the number of coefficients stored for a number of blocks; the last row of 32 counts
    /// as full.
    package func coefficientCount(ofBlocks count: Int) -> Int {
        (count + (1 << shift) - 1) >> shift * groupCount
    }

    /// Returns the offset at which a coefficient is stored, counted from the first of its block.
    ///
    /// - Parameters:
    ///   - place: The index of the coefficient, row by row in a block of 64.
    ///   - rank: Its index in zigzag order.
    /// - Returns: The offset, less than ``groupCount``.
    package func place(of place: Int, rank: Int) -> Int {
        let (row, column) = (place / 8, place % 8)
        return row < side && column < side && rank < rankCount ? 32 * row + column : 32 * side
    }
}
