// SPDX-License-Identifier: Apache-2.0

/// A writer of Huffman codes to memory, without branches at byte boundaries.
///
/// The caller makes sure that there is room.
@unsafe
struct JPEGBitWriter {
    private(set) var bits: JPEGPendingBits
    private(set) var target: UnsafeMutablePointer<UInt8>
    private let tables: JPEGEncodingPointers

    @inline(__always)
    init(
        _ bits: JPEGPendingBits,
        _ tables: JPEGEncodingPointers,
        _ target: UnsafeMutablePointer<UInt8>
    ) {
        // SAFETY: the caller makes sure that there is room, and keeps the tables alive.
        unsafe self.bits = bits
        unsafe self.tables = unsafe tables
        unsafe self.target = unsafe target
    }

    /// Writes the blocks that an MCU has in one row of a component, and updates the last DC
    /// coefficient.
    @inline(__always)
    mutating func write(
        _ mcu: Int,
        of run: JPEGBlockRun,
        _ blocks: JPEGBlockPointers,
        _ lastDC: inout Int32
    ) {
        // SAFETY: the caller has checked the run.
        let dc = unsafe tables.codes + JPEGHuffmanEncoder.codeCount &* run.component
        let ac = unsafe dc + 16
        let end = unsafe Code(ac[0])
        var last = lastDC
        for block in (mcu &* run.blocksPerMCU)..<(mcu &* run.blocksPerMCU &+ run.blocksPerMCU) {
            guard block < run.count else {
                unsafe put(code(of: 0, after: 0, dc).followed(by: end))
                continue
            }
            let place = run.start &+ block
            let mask = unsafe blocks.masks[place]
            let coefficients = unsafe blocks.coefficients + 64 &* place
            let next = unsafe mask & 1 == 0 ? 0 : Int32(coefficients[0])
            let code = unsafe code(of: next &- last, after: 0, dc)
            last = next
            if mask & ~1 == 0 {
                unsafe put(code.followed(by: end))
            } else {
                unsafe put(code)
                unsafe write(mask & ~1, coefficients, ac)
            }
        }
        lastDC = last
    }

    /// Writes the AC coefficients of a block, of which at least one is not zero.
    @inline(__always)
    private mutating func write(
        _ mask: UInt64,
        _ block: UnsafePointer<Int16>,
        _ ac: UnsafePointer<UInt32>
    ) {
        // SAFETY: the caller has checked a whole block and all codes; there are 64 places, from 0 to 63,
        // and the ranks of a mask are from 0 to 63 as well.
        var ordered = unsafe tables.ordered(mask)
        var previous = 0
        repeat {
            let rank = ordered.trailingZeroBitCount
            var zeros = rank &- previous &- 1
            while zeros >= 16 {
                unsafe put(Code(ac[0xF0]))
                zeros &-= 16
            }
            let value = unsafe Int32(block[Int(tables.zigzag[rank])])
            unsafe put(code(of: value, after: zeros, ac))
            previous = rank
            ordered &= ordered &- 1
        } while ordered != 0
        if previous != 63 { unsafe put(Code(ac[0])) }
    }

    /// A sequence of up to 57 bits to write, with zeros above them.
    private struct Code {
        let value: UInt64
        let count: Int

        @inline(__always)
        init(_ value: UInt64, _ count: Int) { (self.value, self.count) = (value, count) }

        /// Unpacks a code from an entry of a table, whose lowest 8 bits are the length of the code.
        @inline(__always)
        init(_ code: UInt32) { self.init(UInt64(code >> 8), Int(code & 0xFF)) }

        @inline(__always)
        func followed(by other: Code) -> Code {
            Code(value &<< UInt64(other.count) | other.value, count &+ other.count)
        }
    }

    /// The Huffman code for a run of zeros and the size of a number, followed by the number itself.
    @inline(__always)
    private func code(
        of value: Int32,
        after zeros: Int,
        _ codes: UnsafePointer<UInt32>
    ) -> Code {
        let sign = value >> 31
        let size = min(15, 32 &- ((value ^ sign) &- sign).leadingZeroBitCount)
        // SAFETY: there are codes for 16 sizes, though some are empty, and no more than 15 zeros.
        let code = unsafe Code(codes[zeros &* 16 &+ size])
        let low = UInt64(UInt32(bitPattern: value &+ sign)) & (1 &<< UInt64(size) &- 1)
        return code.followed(by: Code(low, size))
    }

    /// Writes a code: stores eight bytes, of which incomplete ones are stored again with the next
    /// code.
    @inline(__always)
    private mutating func put(_ code: Code) {
        // SAFETY: the caller has made sure of room for all codes, and for the bytes overwritten
        // after them.
        let count = unsafe bits.count &+ code.count
        let pending = unsafe bits.pending &<< UInt64(code.count) | code.value
        unsafe UnsafeMutableRawPointer(target).storeBytes(
            of: (pending &<< UInt64(64 &- count)).bigEndian,
            as: UInt64.self
        )
        unsafe target += count &>> 3
        unsafe bits = JPEGPendingBits(pending: pending, count: count & 7)
    }
}

/// Pointers to the coefficients of blocks, and to a mask of each block's nonzero coefficients.
@unsafe
struct JPEGBlockPointers {
    let masks: UnsafePointer<UInt64>
    let coefficients: UnsafePointer<Int16>

    @inline(__always)
    init(_ masks: UnsafePointer<UInt64>, _ coefficients: UnsafePointer<Int16>) {
        // SAFETY: the caller keeps both alive.
        unsafe (self.masks, self.coefficients) = unsafe (masks, coefficients)
    }
}

/// Pointers to Huffman codes and to the zigzag order.
@unsafe
struct JPEGEncodingPointers {
    let codes: UnsafePointer<UInt32>
    /// The index in a block of each of 64 coefficients in zigzag order.
    let zigzag: UnsafePointer<UInt8>
    /// The mask in zigzag order for each of 8 rows of a block and each of 256 sets of coefficients
    /// in the row.
    let ranks: UnsafePointer<UInt64>

    @inline(__always)
    init(
        _ codes: UnsafePointer<UInt32>,
        _ zigzag: UnsafePointer<UInt8>,
        _ ranks: UnsafePointer<UInt64>
    ) {
        // SAFETY: the caller keeps the memory alive.
        unsafe (self.codes, self.zigzag, self.ranks) = unsafe (codes, zigzag, ranks)
    }

    /// Reorders the mask of a block's coefficients to zigzag order.
    @inline(__always)
    func ordered(_ mask: UInt64) -> UInt64 {
        // SAFETY: the index is a row's, from 0 to 7, and a set of its coefficients, of 8 bits.
        var ordered = unsafe ranks[Int(mask & 0xFF)] | ranks[256 | Int(mask >> 8 & 0xFF)]
        var (rest, row) = (mask >> 16, 512)
        while rest != 0 {
            unsafe ordered |= ranks[row | Int(rest & 0xFF)]
            rest >>= 8
            row &+= 256
        }
        return ordered
    }
}
