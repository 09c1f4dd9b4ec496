// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The positions of the blocks in one row of a component, as the MCUs of a scan have them.
///
/// Blocks lie in groups side by side, as ``Kernels/BlockCorner`` arranges them.
struct JPEGMCURun: Hashable, Sendable {
    let component: Int
    /// The index of the first coefficient.
    let start: Int
    /// The number of MCUs for which there is room.
    let mcuCount: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int
    /// The coefficients that are kept.
    var corner = BlockCorner.whole

    /// The index after the last coefficient.
    var end: Int { start + corner.coefficientCount(ofBlocks: mcuCount * blocksPerMCU) }

    /// The offset of each coefficient in zigzag order from the start of its block, for each possible
    /// side of the corner: 2, 4 and 8.
    ///
    /// A block does not reach beyond its group.
    static let zigzag: [UInt8] = [2, 4, 8].flatMap { side in
        JPEGHuffmanEncoder.zigzag.enumerated().map { rank, place in
            UInt8(BlockCorner(side: side).place(of: Int(place), rank: rank))
        }
    }

    /// The index in ``zigzag`` of the offsets for a corner.
    static func zigzagStart(_ corner: BlockCorner) -> Int { 64 * (4 - corner.shift) }
}
