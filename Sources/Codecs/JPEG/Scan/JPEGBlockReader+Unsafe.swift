// SPDX-License-Identifier: Apache-2.0

/// A Huffman decoder of blocks from the bits of a scan.
///
/// The caller makes sure that there are bytes to read, and room for blocks.
///
/// Reference: ITU-T T.81, F.2.2.
@unsafe
struct JPEGBlockReader {
    private(set) var source: UnsafePointer<UInt8>
    /// The next bits, from the highest on.
    private var bits: UInt64
    /// The number of valid bits; the bits below them are the source's next bits or zeros.
    private var count: UInt64

    @inline(__always)
    init(_ source: UnsafePointer<UInt8>, _ bits: JPEGUnreadBits) {
        // SAFETY: the caller keeps the bytes.
        unsafe self.source = unsafe source
        unsafe (self.bits, self.count) = (bits.bits, bits.count)
    }

    /// The bits taken from the source but not decoded yet.
    @inline(__always)
    var unread: JPEGUnreadBits {
        // SAFETY: these are plain numbers.
        unsafe JPEGUnreadBits(bits: bits, count: count)
    }

    /// Decodes a block.
    ///
    /// - Parameters:
    ///   - mean: The DC coefficient of the previous block, replaced by that of this one.
    ///   - limit: The greatest magnitude of the DC coefficient, less than 32,768.
    ///   - means: The Huffman codes of DC coefficients.
    ///   - others: The Huffman codes of AC coefficients.
    ///   - places: The index in the block of each coefficient in zigzag order.
    ///   - block: A block of zeros, which receives the coefficients.
    /// - Returns: Whether the block is valid.
    @inline(__always)
    mutating func read(
        _ mean: inout Int32,
        limit: UInt32,
        _ means: JPEGCodePointers,
        _ others: JPEGCodePointers,
        _ places: UnsafePointer<UInt8>,
        into block: UnsafeMutablePointer<Int16>
    ) -> Bool {
        // SAFETY: the caller has checked a block, and bytes for it. Coefficients are stored at places of
        // ranks below 64 alone: what ends a block, or goes beyond it, is left to `finish`. An index has
        // no more bits than a table has entries.
        unsafe fill()
        guard let difference = unsafe readMean(means) else { return false }
        mean &+= difference
        guard mean.magnitude <= limit else { return false }
        unsafe block[0] = Int16(truncatingIfNeeded: mean)
        var next = 1
        while true {
            unsafe fill()
            var (pair, first) = unsafe (others.pairs[index], next)
            // Four lookups take at most 44 bits, and there are 56.
            for _ in 0..<4 {
                pair = unsafe others.pairs[index]
                first = next
                next &+= pair.advance
                if next >= 64 { break }
                unsafe skip(pair.length)
                unsafe block[Int(places[first &+ pair.first])] = pair.firstValue
                unsafe block[Int(places[first &+ pair.second])] = pair.secondValue
            }
            if next < 64 { continue }
            if next < Pair.search { return unsafe finish(pair, first, others, places, block) }
            unsafe fill()
            next = unsafe readLong(first, others, places, block)
            if next >= 64 { return next == 64 }
        }
    }

    /// Decodes the last coefficients of a block, from the first that the next lookup describes.
    @inline(__always)
    private mutating func finish(
        _ pair: Pair,
        _ first: Int,
        _ others: JPEGCodePointers,
        _ places: UnsafePointer<UInt8>,
        _ block: UnsafeMutablePointer<Int16>
    ) -> Bool {
        let rank = first &+ pair.first
        // SAFETY: ranks are compared with 63 before anything is stored, and `index` is that of an entry.
        if rank < 63 {
            unsafe skip(pair.length)
            unsafe block[Int(places[rank])] = pair.firstValue
            guard pair.second != Single.end else { return true }
            guard first &+ pair.second == 63 else { return false }
            unsafe block[Int(places[63])] = pair.secondValue
            return true
        }
        if rank == 63 {
            // The block is full, and the second coefficient belongs to the next one.
            unsafe block[Int(places[63])] = pair.firstValue
        } else if pair.first != Single.end {
            return false
        }
        unsafe skip(others.singles[index].length)
        return true
    }

    /// Decodes a coefficient whose code and number are longer than the lookup tables.
    ///
    /// - Returns: The rank of the coefficient after it; 64 at the end of the block, more if the block is
    ///   invalid.
    @inline(__always)
    private mutating func readLong(
        _ rank: Int,
        _ others: JPEGCodePointers,
        _ places: UnsafePointer<UInt8>,
        _ block: UnsafeMutablePointer<Int16>
    ) -> Int {
        // SAFETY: `index` is that of an entry, and the rank is compared with 64 before anything is stored.
        let single = unsafe others.singles[index]
        var (zeros, size) = (single.zeros, single.size)
        if single.length != 0 {
            unsafe skip(single.length)
        } else {
            guard let symbol = unsafe search(others) else { return .max }
            (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0 && zeros < 15 { return 64 }
        }
        let rank = rank &+ zeros
        guard rank < 64, size <= JPEGCodeTable.mostBits else { return .max }
        if size > 0 { unsafe block[Int(places[rank])] = Int16(truncatingIfNeeded: take(size)) }
        return rank &+ 1
    }

    /// Decodes the difference of a DC coefficient from the previous one; nil if it is invalid.
    @inline(__always)
    private mutating func readMean(_ means: JPEGCodePointers) -> Int32? {
        // SAFETY: `index` is that of an entry.
        let single = unsafe means.singles[index]
        if single.isWhole {
            unsafe skip(single.length)
            return Int32(single.value)
        }
        var size = single.size
        if single.length != 0 {
            unsafe skip(single.length)
        } else {
            guard let symbol = unsafe search(means) else { return nil }
            size = symbol & 15
        }
        guard size <= JPEGCodeTable.mostBitsOfMean else { return nil }
        return unsafe size == 0 ? 0 : Int32(truncatingIfNeeded: take(size))
    }

    /// Decodes a code longer than the lookup tables; nil if there is none.
    @inline(__always)
    private mutating func search(_ codes: JPEGCodePointers) -> Int? {
        // SAFETY: the last limit, of length 17, is greater than any code; 256 symbols exist.
        let code = unsafe UInt32(truncatingIfNeeded: bits &>> 48)
        var length = JPEGCodeTable.width + 1
        while unsafe code >= codes.longer[JPEGCodeTable.limit(length)] { length &+= 1 }
        guard length <= 16 else { return nil }
        unsafe skip(UInt64(length))
        let offset = unsafe codes.longer[JPEGCodeTable.offset(length)]
        let index = Int((code &>> UInt32(16 &- length) &+ offset) & 0xFF)
        return unsafe Int(codes.longer[JPEGCodeTable.symbol(index)])
    }

    /// Reads a number of at least one bit.
    @inline(__always)
    private mutating func take(_ size: Int) -> Int {
        // SAFETY: these are plain numbers.
        let value = unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 &- size))
        unsafe skip(UInt64(size))
        return JPEGCodeTable.value(value, size: size)
    }

    /// The index for the lookup tables: the next bits.
    @inline(__always)
    private var index: Int {
        // SAFETY: this is a plain number.
        unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - JPEGCodeTable.width))
    }

    private typealias Pair = JPEGCodeTable.Pair
    private typealias Single = JPEGCodeTable.Single

    /// Refills the buffer to at least 56 bits, taking at most seven bytes in advance.
    @inline(__always)
    private mutating func fill() {
        // SAFETY: the caller of everything here sees to it that eight bytes exist from there on.
        let word = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).bigEndian
        unsafe bits |= word &>> count
        unsafe source += Int((63 &- count) &>> 3)
        unsafe count |= 56
    }

    @inline(__always)
    private mutating func skip(_ length: UInt64) {
        // SAFETY: these are plain numbers.
        unsafe bits = bits &<< length
        unsafe count = count &- length
    }
}

/// Pointers to the Huffman tables of one component's DC or AC coefficients.
@unsafe
struct JPEGCodePointers {
    let singles: UnsafePointer<JPEGCodeTable.Single>
    let pairs: UnsafePointer<JPEGCodeTable.Pair>
    let longer: UnsafePointer<UInt32>
}
