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
    fileprivate static let codeCount = 16 + 256

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
        let blockCount = masks.count
        precondition(coefficients.count >= 64 * blockCount, "blocks without coefficients")
        for run in runs {
            precondition(
                run.start >= 0 && run.count >= 0 && run.start + run.count <= blockCount
                    && last.indices.contains(run.component),
                "blocks outside the rows"
            )
        }
        let most = Self.mostBytesOfBlock * runs.reduce(0) { $0 + $1.unit } + 8
        let room = bytes.count - most
        precondition(room >= 0, "no room for a unit")
        precondition(codes.count == Self.codeCount * last.count, "a component without codes")
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
}

/// Bits that are not whole bytes yet.
struct JPEGBits: Sendable {
    /// The bits, the last in the lowest place; what lies above them is garbage.
    var pending: UInt64 = 0
    /// How many there are, less than 32.
    var count = 0

    /// Fills up with ones to whole bytes, and takes them.
    mutating func drain() -> [UInt8] {
        var bytes: [UInt8] = []
        let padding = (8 - count % 8) % 8
        pending = pending << UInt64(padding) | (1 << UInt64(padding) - 1)
        count += padding
        while count > 0 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
        return bytes
    }
}

/// Where blocks lie.
@unsafe
private struct JPEGBlocks {
    let masks: UnsafePointer<UInt64>
    let coefficients: UnsafePointer<Int16>

    @inline(__always)
    init(_ masks: UnsafePointer<UInt64>, _ coefficients: UnsafePointer<Int16>) {
        // SAFETY: the caller keeps both.
        unsafe (self.masks, self.coefficients) = unsafe (masks, coefficients)
    }
}

/// Where codes and orders lie.
@unsafe
private struct JPEGTables {
    let codes: UnsafePointer<UInt32>
    /// The ranks of places, and the places of ranks.
    let orders: UnsafePointer<UInt8>

    @inline(__always)
    init(_ codes: UnsafePointer<UInt32>, _ orders: UnsafePointer<UInt8>) {
        // SAFETY: the caller keeps both.
        unsafe (self.codes, self.orders) = unsafe (codes, orders)
    }
}

/// Writes codes to memory; whoever makes one sees to it that there is room.
@unsafe
private struct JPEGBitWriter {
    private(set) var bits: JPEGBits
    private(set) var target: UnsafeMutablePointer<UInt8>
    private let tables: JPEGTables

    @inline(__always)
    init(_ bits: JPEGBits, _ tables: JPEGTables, _ target: UnsafeMutablePointer<UInt8>) {
        // SAFETY: the caller sees to it that there is room, and keeps the tables.
        unsafe self.bits = bits
        unsafe self.tables = unsafe tables
        unsafe self.target = unsafe target
    }

    /// Writes the blocks of a unit that belong to a run, and the mean of the last of them.
    @inline(__always)
    mutating func write(
        _ unit: Int,
        of run: JPEGBlockRun,
        _ blocks: JPEGBlocks,
        _ mean: inout Int32
    ) {
        // SAFETY: the caller has checked the run.
        let means = unsafe tables.codes + JPEGBlockCodes.codeCount &* run.component
        let others = unsafe means + 16
        var last = mean
        for block in (unit &* run.unit)..<(unit &* run.unit &+ run.unit) {
            guard block < run.count else {
                unsafe put(0, after: 0, means)
                unsafe put(others[0])
                continue
            }
            let place = run.start &+ block
            let mask = unsafe blocks.masks[place]
            let coefficients = unsafe blocks.coefficients + 64 &* place
            let next = unsafe mask & 1 == 0 ? 0 : Int32(coefficients[0])
            unsafe put(next &- last, after: 0, means)
            last = next
            unsafe write(mask & ~1, coefficients, others)
        }
        mean = last
    }

    /// Writes the coefficients of a block other than its mean.
    @inline(__always)
    private mutating func write(
        _ mask: UInt64,
        _ block: UnsafePointer<Int16>,
        _ others: UnsafePointer<UInt32>
    ) {
        // SAFETY: the caller has checked a whole block and all codes; what is read of the orders are
        // places from 0 to 63.
        var rest = mask
        if rest != 0 {
            var ordered: UInt64 = 0
            repeat {
                unsafe ordered |= 1 << UInt64(tables.orders[rest.trailingZeroBitCount])
                rest &= rest &- 1
            } while rest != 0
            var previous = 0
            repeat {
                let rank = ordered.trailingZeroBitCount
                var zeros = rank &- previous &- 1
                while zeros >= 16 {
                    unsafe put(others[0xF0])
                    zeros &-= 16
                }
                let value = unsafe Int32(block[Int(tables.orders[64 &+ rank])])
                unsafe put(value, after: zeros, others)
                previous = rank
                ordered &= ordered &- 1
            } while ordered != 0
            if previous == 63 { return }
        }
        unsafe put(others[0])
    }

    /// Writes a code.
    @inline(__always)
    private mutating func put(_ code: UInt32) {
        // SAFETY: whoever made the writer sees to it that there is room.
        unsafe put(UInt64(code >> 8), Int(code & 0xFF))
    }

    /// Writes the code of a number's size, and of the zeros before it, and then the number itself.
    @inline(__always)
    private mutating func put(
        _ value: Int32,
        after zeros: Int,
        _ codes: UnsafePointer<UInt32>
    ) {
        let sign = value >> 31
        let size = min(15, 32 &- ((value ^ sign) &- sign).leadingZeroBitCount)
        // SAFETY: there are codes for 16 sizes, though some are empty, and no more than 15 zeros.
        let code = unsafe codes[zeros &* 16 &+ size]
        let low = UInt64(UInt32(bitPattern: value &+ sign)) & (1 &<< UInt64(size) &- 1)
        unsafe put(UInt64(code >> 8) &<< UInt64(size) | low, Int(code & 0xFF) &+ size)
    }

    /// Writes up to 32 bits.
    @inline(__always)
    private mutating func put(_ value: UInt64, _ count: Int) {
        // SAFETY: numbers; nothing is pointed at.
        let (pending, total) = unsafe (
            bits.pending &<< UInt64(count) | value, bits.count &+ count
        )
        let rest = total < 32 ? total : total &- 32
        unsafe bits = JPEGBits(pending: pending, count: rest)
        if total < 32 { return }
        let word = UInt32(truncatingIfNeeded: pending &>> UInt64(rest))
        let others = ~word
        // SAFETY: the caller has seen to room for all, twice as much as there are bits.
        if (others &- 0x0101_0101) & word & 0x8080_8080 == 0 {
            unsafe UnsafeMutableRawPointer(target).storeBytes(
                of: word.bigEndian,
                as: UInt32.self
            )
            unsafe target += 4
            return
        }
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: word >> shift)
            unsafe target.pointee = byte
            unsafe target += 1
            if byte == 0xFF {
                unsafe target.pointee = 0
                unsafe target += 1
            }
        }
    }
}
