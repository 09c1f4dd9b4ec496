// SPDX-License-Identifier: Apache-2.0

/// The positions of the blocks in one row of a component, as the MCUs of a scan have them.
///
/// Blocks lie in groups of four side by side, as ``Kernels/InverseTransform`` takes them.
struct JPEGMCURun: Hashable, Sendable {
    let component: Int
    /// The index of the first coefficient.
    let start: Int
    /// The number of MCUs for which there is room.
    let mcuCount: Int
    /// The number of blocks of the row in each MCU.
    let blocksPerMCU: Int

    /// The index after the last coefficient.
    var end: Int { start + Self.coefficientCount(ofBlocks: mcuCount * blocksPerMCU) }

    /// The number of coefficients of some blocks, rounded up to groups of four blocks.
    static func coefficientCount(ofBlocks count: Int) -> Int { (count + 3) / 4 * 256 }

    /// The offset of a block from the start of the run.
    @inline(__always)
    static func offset(ofBlock index: Int) -> Int {
        // Unsigned, so that the division needs no rounding towards zero.
        let index = UInt(bitPattern: index)
        return Int(bitPattern: (index >> 2) << 8 | (index & 3) << 3)
    }

    /// The offset of each coefficient in zigzag order from the start of its block.
    ///
    /// It is less than 232, so that a block does not reach beyond its group of four.
    static let zigzag: [UInt8] = JPEGHuffmanEncoder.zigzag.map { $0 / 8 * 32 + $0 % 8 }
}
