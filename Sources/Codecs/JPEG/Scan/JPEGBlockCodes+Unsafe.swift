// SPDX-License-Identifier: Apache-2.0

/// The codes of all components of a scan, and how blocks are written in them.
///
/// Reference: ITU-T T.81, F.1.2.
struct JPEGBlockCodes: Sendable {
    /// For each component, 16 codes of means and 256 of other coefficients.
    private let codes: [UInt32]

    /// The place in a block of each rank in the order of a file: along diagonals, to and fro.
    static let places: [UInt8] = (0..<15).flatMap { diagonal in
        let places = (max(0, diagonal - 7)...min(diagonal, 7)).map { row in
            UInt8(8 * row + diagonal - row)
        }
        return diagonal.isMultiple(of: 2) ? places.reversed() : places
    }

    /// For each row of a block, and each set of places in it, the ranks of those, as bits.
    private static let ranks: [UInt64] = {
        var ranks = [UInt64](repeating: 0, count: rankCount)
        for (rank, place) in places.enumerated() {
            let (row, bit) = (Int(place) / 8, 1 << (Int(place) % 8))
            for set in 0..<256 where set & bit != 0 { ranks[row << 8 | set] |= 1 << UInt64(rank) }
        }
        return ranks
    }()

    /// What the codes of three components occupy.
    static let byteCount = 3 * codeCount * MemoryLayout<UInt32>.stride

    /// The sets of places in the rows of a block.
    private static let rankCount = 8 * 256

    /// How many bytes behind the last are touched.
    private static let overrun = 8

    /// The codes of a component.
    static let codeCount = 16 + 256

    init(_ codes: [(means: JPEGCodes, others: JPEGCodes)]) {
        self.codes = codes.flatMap { $0.means.codes[..<16] + $0.others.codes }
    }

    /// The bytes that a block may take: 64 codes, of at most 32 bits with the number behind them.
    private static let mostBytesOfBlock = 64 * 4

    /// Writes blocks of units, as many as there is room for.
    ///
    /// What is written are the bits alone: bytes of ones are not followed by zeros yet.
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
                    unsafe withOrders { places, ranks in
                        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                            guard let masks = masks.baseAddress,
                                let coefficients = coefficients.baseAddress,
                                let codes = codes.baseAddress,
                                let start = bytes.baseAddress
                            else { return }
                            let blocks = unsafe JPEGBlocks(masks, coefficients)
                            let tables = unsafe JPEGTables(codes, places, ranks)
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

    /// Hands over the places of ranks, and the ranks of places.
    @inline(__always)
    private func withOrders(
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt64>) -> Void
    ) {
        // SAFETY: whoever takes them keeps them no longer than the call, and knows how many there are.
        unsafe Self.places.withUnsafeBufferPointer { places in
            unsafe Self.ranks.withUnsafeBufferPointer { ranks in
                guard let places = places.baseAddress, let ranks = ranks.baseAddress else { return }
                unsafe body(places, ranks)
            }
        }
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
        let room =
            byteCount - Self.mostBytesOfBlock * runs.reduce(0) { $0 + $1.unit }
            - Self.overrun
        precondition(room >= 0, "no room for a unit")
        precondition(codes.count == Self.codeCount * last.count, "a component without codes")
        return room
    }
}
