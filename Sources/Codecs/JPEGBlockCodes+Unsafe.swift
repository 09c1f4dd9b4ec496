// SPDX-License-Identifier: Apache-2.0

/// The codes of all components of a scan, and how blocks are written in them.
///
/// Reference: ITU-T T.81, F.1.2.
struct JPEGBlockCodes: Sendable {
    /// For each component, 16 codes of means and 256 of other coefficients.
    private let codes: [UInt32]

    /// For each place of a block its rank in the order of a file, and then for each rank the place.
    private let orders: [UInt8]

    /// What the codes of three components, and orders, occupy.
    static let byteCount = 3 * codeCount * MemoryLayout<UInt32>.stride + 128

    /// The codes of a component.
    static let codeCount = 16 + 256

    init(_ codes: [(means: JPEGCodes, others: JPEGCodes)]) {
        self.codes = codes.flatMap { $0.means.codes[..<16] + $0.others.codes }
        let places = Self.places
        orders = (0..<64).map { UInt8(places.firstIndex(of: $0) ?? 0) } + places
    }

    /// The places of a block in the order of a file: along diagonals, to and fro.
    private static var places: [UInt8] {
        (0..<15).flatMap { diagonal in
            let places = (max(0, diagonal - 7)...min(diagonal, 7)).map { row in
                UInt8(8 * row + diagonal - row)
            }
            return diagonal.isMultiple(of: 2) ? places.reversed() : places
        }
    }

    /// The bytes that a block may take: 64 codes, of at most 32 bits with the number behind them, all
    /// bytes of which may have to be followed by a zero.
    private static let mostBytesOfBlock = 2 * 64 * 4

    /// Writes blocks of units, as many as there is room for.
    ///
    /// - Parameters:
    ///   - units: Which units are left.
    ///   - runs: Where their blocks lie, in the order in which they are written.
    ///   - masks: For each block which of its coefficients are not zero.
    ///   - coefficients: 64 for each block.
    ///   - last: The mean of the last block of each component.
    ///   - bits: What is not a whole byte yet.
    ///   - bytes: Room for one unit at least.
    /// - Returns: The unit that is next, and how many bytes were written.
    func encode(
        _ units: Range<Int>,
        runs: [JPEGBlockRun],
        masks: Span<UInt64>,
        coefficients: Span<Int16>,
        last: inout [Int32],
        bits: inout JPEGBits,
        into bytes: inout MutableSpan<UInt8>
    ) -> (unit: Int, bytes: Int) {
        precondition(units.lowerBound >= 0, "a unit before the first")
        let room = check(runs, masks, coefficients, last, bytes.count)
        var (unit, written) = (units.lowerBound, 0)
        // SAFETY: runs are checked against masks and coefficients, and components against codes; a
        // unit is only begun when there is room for all that it may take.
        unsafe masks.withUnsafeBufferPointer { masks in
            unsafe coefficients.withUnsafeBufferPointer { coefficients in
                unsafe codes.withUnsafeBufferPointer { codes in
                    unsafe orders.withUnsafeBufferPointer { orders in
                        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                            guard let masks = masks.baseAddress,
                                let coefficients = coefficients.baseAddress,
                                let codes = codes.baseAddress,
                                let orders = orders.baseAddress,
                                let start = bytes.baseAddress
                            else { return }
                            let blocks = unsafe JPEGBlocks(masks, coefficients)
                            let tables = unsafe JPEGTables(codes, orders)
                            var writer = unsafe JPEGBitWriter(bits, tables, start)
                            while unit < units.upperBound, unsafe writer.target - start <= room {
                                for run in runs {
                                    unsafe writer.write(unit, of: run, blocks, &last[run.component])
                                }
                                unit &+= 1
                            }
                            unsafe written = writer.target - start
                            bits = unsafe writer.bits
                        }
                    }
                }
            }
        }
        return (unit, written)
    }

    /// Checks that blocks and codes are there, and room for a unit.
    ///
    /// - Returns: How many bytes may be written before a unit that is begun.
    @inline(__always)
    private func check(
        _ runs: [JPEGBlockRun],
        _ masks: Span<UInt64>,
        _ coefficients: Span<Int16>,
        _ last: [Int32],
        _ byteCount: Int
    ) -> Int {
        precondition(coefficients.count >= 64 * masks.count, "blocks without coefficients")
        for run in runs {
            precondition(
                run.unit > 0 && run.start >= 0 && run.count >= 0
                    && run.start + run.count <= masks.count
                    && last.indices.contains(run.component),
                "blocks outside the rows"
            )
        }
        let room = byteCount - Self.mostBytesOfBlock * runs.reduce(0) { $0 + $1.unit } - 8
        precondition(room >= 0, "no room for a unit")
        precondition(codes.count == Self.codeCount * last.count, "a component without codes")
        return room
    }
}
