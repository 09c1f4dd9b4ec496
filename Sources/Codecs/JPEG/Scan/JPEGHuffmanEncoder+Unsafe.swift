// SPDX-License-Identifier: Apache-2.0

/// The Huffman codes of all components of a scan, with the encoder of blocks.
///
/// Reference: ITU-T T.81, F.1.2.
struct JPEGHuffmanEncoder: Sendable {
    /// For each component, 16 codes of DC coefficients and 256 of AC coefficients.
    private let codes: [UInt32]

    /// The zigzag order: the index in a block of each of its 64 coefficients, in the order of the
    /// file.
    static let zigzag: [UInt8] = (0..<15).flatMap { diagonal in
        let places = (max(0, diagonal - 7)...min(diagonal, 7)).map { row in
            UInt8(8 * row + diagonal - row)
        }
        return diagonal.isMultiple(of: 2) ? places.reversed() : places
    }

    /// The mask in zigzag order for each of 8 rows of a block and each of 256 sets of coefficients
    /// in the row.
    private static let ranks: [UInt64] = {
        var ranks = [UInt64](repeating: 0, count: rankCount)
        for (rank, place) in zigzag.enumerated() {
            let (row, bit) = (Int(place) / 8, 1 << (Int(place) % 8))
            for set in 0..<256 where set & bit != 0 { ranks[row << 8 | set] |= 1 << UInt64(rank) }
        }
        return ranks
    }()

    /// The size of the codes of three components, in bytes.
    static let byteCount = 3 * codeCount * MemoryLayout<UInt32>.stride

    /// The number of masks in ``ranks``: 256 sets of coefficients for each of 8 rows.
    private static let rankCount = 8 * 256

    /// The number of bytes after the last one that a write may touch.
    private static let overrun = 8

    /// The number of codes of a component.
    static let codeCount = 16 + 256

    init(_ codes: [(dc: JPEGEncodingTable, ac: JPEGEncodingTable)]) {
        self.codes = codes.flatMap { $0.dc.codes[..<16] + $0.ac.codes }
    }

    /// The greatest size of a block in bytes: 64 codes, each of at most 32 bits with the number
    /// that follows it.
    private static let greatestBlockByteCount = 64 * 4

    /// Encodes as many MCUs as there is room for, and returns the index of the next one and the
    /// number of bytes written.
    ///
    /// The result is not byte-stuffed yet: zeros must still be inserted after bytes of 0xFF.
    ///
    /// - Parameters:
    ///   - mcus: The MCUs to encode.
    ///   - runs: The positions of their blocks, in the file order.
    ///   - masks: For each block, a bit for each nonzero coefficient.
    ///   - coefficients: 64 coefficients for each block.
    ///   - last: The DC coefficient of the last block of each component.
    ///   - bits: The bits that do not fill a byte yet.
    ///   - bytes: Room for at least one MCU.
    /// - Returns: The next MCU, and the number of bytes written.
    func encode(
        _ mcus: Range<Int>,
        runs: [JPEGBlockRun],
        masks: Span<UInt64>,
        coefficients: Span<Int16>,
        last: inout [Int32],
        bits: inout JPEGPendingBits,
        into bytes: inout MutableSpan<UInt8>
    ) -> (mcu: Int, bytes: Int) {
        precondition(mcus.lowerBound >= 0, "the index of an MCU is negative")
        let room = check(runs, masks, coefficients, last, bytes.count)
        var (mcu, written) = (mcus.lowerBound, 0)
        // SAFETY: runs are checked against masks and coefficients, and components against codes; a
        // unit is only begun when there is room for all that it may take.
        unsafe masks.withUnsafeBufferPointer { masks in
            unsafe coefficients.withUnsafeBufferPointer { coefficients in
                unsafe codes.withUnsafeBufferPointer { codes in
                    unsafe withOrders { zigzag, ranks in
                        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                            guard let masks = masks.baseAddress,
                                let coefficients = coefficients.baseAddress,
                                let codes = codes.baseAddress,
                                let start = bytes.baseAddress
                            else { return }
                            let blocks = unsafe JPEGBlockPointers(masks, coefficients)
                            let tables = unsafe JPEGEncodingPointers(codes, zigzag, ranks)
                            var writer = unsafe JPEGBitWriter(bits, tables, start)
                            while mcu < mcus.upperBound, unsafe writer.target - start <= room {
                                for run in runs {
                                    unsafe writer.write(mcu, of: run, blocks, &last[run.component])
                                }
                                mcu &+= 1
                            }
                            unsafe written = writer.target - start
                            bits = unsafe writer.bits
                        }
                    }
                }
            }
        }
        return (mcu, written)
    }

    /// Calls a closure with pointers to the zigzag order and to the masks of coefficients in that
    /// order.
    @inline(__always)
    private func withOrders(
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt64>) -> Void
    ) {
        // SAFETY: the body uses the pointers only during the call, and knows the sizes of the tables.
        unsafe Self.zigzag.withUnsafeBufferPointer { zigzag in
            unsafe Self.ranks.withUnsafeBufferPointer { ranks in
                guard let zigzag = zigzag.baseAddress, let ranks = ranks.baseAddress else { return }
                unsafe body(zigzag, ranks)
            }
        }
    }

    /// Checks that all blocks and codes exist, and returns how many bytes may be written so that
    /// another MCU still fits.
    ///
    /// - Returns: The greatest number of bytes written after which another MCU still fits.
    @inline(__always)
    private func check(
        _ runs: [JPEGBlockRun],
        _ masks: Span<UInt64>,
        _ coefficients: Span<Int16>,
        _ last: [Int32],
        _ byteCount: Int
    ) -> Int {
        precondition(coefficients.count >= 64 * masks.count, "blocks lack coefficients")
        for run in runs {
            precondition(
                run.blocksPerMCU > 0 && run.start >= 0 && run.count >= 0
                    && run.start + run.count <= masks.count
                    && last.indices.contains(run.component),
                "blocks are outside the rows"
            )
        }
        let room =
            byteCount - Self.greatestBlockByteCount * runs.reduce(0) { $0 + $1.blocksPerMCU }
            - Self.overrun
        precondition(room >= 0, "the buffer has no room for an MCU")
        precondition(codes.count == Self.codeCount * last.count, "a component has no codes")
        return room
    }
}
