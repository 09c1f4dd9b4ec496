// SPDX-License-Identifier: Apache-2.0

/// Writes codes to memory; whoever makes one sees to it that there is room.
@unsafe
struct JPEGBitWriter {
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
