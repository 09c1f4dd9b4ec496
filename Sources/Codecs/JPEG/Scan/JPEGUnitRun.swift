// SPDX-License-Identifier: Apache-2.0

/// Where the blocks lie that units of a scan have in one row of a component.
///
/// Blocks lie by fours beside each other, as ``Kernels/InverseTransform`` takes them.
struct JPEGUnitRun: Hashable, Sendable {
    let component: Int
    /// Where the first coefficient lies.
    let start: Int
    /// For how many units there is room.
    let unitCount: Int
    /// How many blocks of the row a unit has.
    let blocksPerUnit: Int

    /// Behind the last coefficient.
    var end: Int { start + Self.coefficientCount(ofBlocks: unitCount * blocksPerUnit) }

    /// The coefficients of blocks, and of those that are missing to four.
    static func coefficientCount(ofBlocks count: Int) -> Int { (count + 3) / 4 * 256 }

    /// Where a block of a run begins, from its start on.
    @inline(__always)
    static func offset(ofBlock index: Int) -> Int {
        // Not negative, so that no rounding towards zero is in the way.
        let index = UInt(bitPattern: index)
        return Int(bitPattern: (index >> 2) << 8 | (index & 3) << 3)
    }

    /// Where the coefficient of each rank lies, from the begin of its block on: less than 232, so that a
    /// block does not reach beyond its four.
    static let places: [UInt8] = JPEGBlockCodes.places.map { $0 / 8 * 32 + $0 % 8 }
}
