// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The positions of the blocks in one row of a component, in the order of the scan's MCUs.
///
/// Blocks lie in groups side by side, as ``Kernels/BlockCorner`` arranges them.
struct JPEGMCURun: Hashable, Sendable {
    let component: Int
    /// The index of the row's first coefficient among the coefficients of all blocks.
    let start: Int
    /// The number of MCUs for which there is room.
    let mcuCount: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int
    /// The coefficients that are kept of each block.
    var corner = BlockCorner.whole

    /// The index after the row's last coefficient among the coefficients of all blocks.
    var end: Int { start + corner.coefficientCount(ofBlocks: mcuCount * blocksPerMCU) }

    /// The offset of each coefficient, in zigzag order, from the start of its block, where 2 × 2, 4
    /// × 4 or 8 × 8 coefficients are kept.
    ///
    /// A block does not reach beyond its group.
    static let zigzag: [UInt8] = [2, 4, 8].flatMap { side in
        JPEGHuffmanEncoder.zigzag.enumerated().map { rank, place in
            UInt8(BlockCorner(side: side).place(of: Int(place), rank: rank))
        }
    }

    /// The index in ``zigzag`` of the first offset for a choice of coefficients.
    static func zigzagStart(_ corner: BlockCorner) -> Int { 64 * (4 - corner.shift) }
}
