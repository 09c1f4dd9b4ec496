// SPDX-License-Identifier: Apache-2.0

/// The positions of the blocks in one row of a component, in the order of the scan's MCUs.
///
/// Blocks lie in groups of four side by side, as the inverse transform takes them, in rows of 32 coefficients:
/// the first row of each block, then the second. A block does not reach beyond its group.
struct JPEGMCURun: Hashable, Sendable {
    let component: Int
    /// The index of the row's first coefficient among the coefficients of all blocks.
    let start: Int
    /// The number of MCUs for which there is room.
    let mcuCount: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int

    /// The index after the row's last coefficient among the coefficients of all blocks.
    var end: Int { start + Self.coefficientCount(ofBlocks: mcuCount * blocksPerMCU) }

    /// The number of coefficients stored for a number of blocks; the last group counts as full.
    static func coefficientCount(ofBlocks count: Int) -> Int { (count + 3) / 4 * 256 }

    /// The offset of each coefficient, in zigzag order, from the start of its block.
    static let zigzag = JPEGHuffmanEncoder.zigzag.map { UInt8($0 / 8 * 32 + $0 % 8) }
}
