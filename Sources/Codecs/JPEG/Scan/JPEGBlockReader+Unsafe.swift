// SPDX-License-Identifier: Apache-2.0

/// A Huffman decoder of blocks from the bits of a scan.
///
/// The caller makes sure that there are bytes to read, and room for blocks.
///
/// A block is read by a copy, and the copy is returned, so that it stays in registers. By readers
/// that change in place, and fill their bits before every coefficient, a photo of 12 MP to 400
/// pixels took 5 % longer.
///
/// Reference: ITU-T T.81, F.2.2.
@unsafe
struct JPEGBlockReader {
    private(set) var source: UnsafePointer<UInt8>
    /// The next bits, from the highest on.
    private(set) var bits: UInt64
    /// The number of valid bits; the bits below them are the source's next bits or zeros.
    private var count: UInt64

    @inline(__always)
    init(_ source: UnsafePointer<UInt8>, _ bits: JPEGUnreadBits) {
        // SAFETY: the caller keeps the bytes alive.
        unsafe self.source = unsafe source
        unsafe (self.bits, self.count) = (bits.bits, bits.count)
    }

    /// The bits taken from the source but not decoded yet.
    @inline(__always)
    var unread: JPEGUnreadBits {
        // SAFETY: these are plain numbers.
        unsafe JPEGUnreadBits(bits: bits, count: count)
    }

    /// Decodes all coefficients of a block.
    ///
    /// - Parameters:
    ///   - step: The Huffman codes, and the index in the block of each coefficient.
    ///   - value: The DC coefficient of the previous block, replaced by the coefficient of this
    ///     block.
    ///   - block: A block of zeros that receives the coefficients.
    /// - Returns: The reader after the block; nil if the block is invalid.
    @inline(__always)
    func afterBlock(
        _ step: JPEGHuffmanDecoder.BlockStep,
        _ value: inout Int32,
        into block: UnsafeMutablePointer<Int16>
    ) -> JPEGBlockReader? {
        // SAFETY: the caller has checked a block, and bytes for it.
        var reader = unsafe self
        let (ac, zigzag) = unsafe (step.ac, step.zigzag)
        guard unsafe reader.readDC(step.dc, &value, limit: step.limit) else { return nil }
        unsafe block[0] = Int16(truncatingIfNeeded: value)
        var next = 1
        // Of 56 bits, 29 are left, and two lookups take at most 22.
        var lookups = 2
        while true {
            pairs: for _ in 0..<lookups {
                switch unsafe reader.readPair(&next, ac, zigzag, block) {
                case .stored: continue
                case .filled: break pairs
                case .over: return unsafe next == 64 ? reader : nil
                }
            }
            unsafe reader.fill()
            // Five lookups take at most 55 bits, and there are 56.
            lookups = 5
        }
    }

    /// The state of the bits and of the block after a lookup of coefficients.
    enum Lookup {
        /// Coefficients were stored, and their codes were removed from the bits.
        case stored
        /// The bits were refilled first, and then one code was decoded.
        case filled
        /// The block is at its end, or invalid.
        case over
    }

    /// Decodes the next one or two AC coefficients by one lookup, and stores them.
    ///
    /// Codes that the table does not have are decoded by ``readCode(_:_:_:_:)``, after a refill.
    ///
    /// - Parameters:
    ///   - rank: The rank of the next coefficient, replaced by the one after those that were stored; 64 at the
    ///     end of the block, more if the block is invalid.
    ///   - ac: The Huffman codes.
    ///   - zigzag: The index in the block of each coefficient.
    ///   - block: The block.
    /// - Returns: The state of the bits and of the block.
    @inline(__always)
    mutating func readPair(
        _ rank: inout Int,
        _ ac: JPEGDecodingPointers,
        _ zigzag: UnsafePointer<UInt8>,
        _ block: UnsafeMutablePointer<Int16>
    ) -> Lookup {
        // SAFETY: `index` is the index of an entry, and ranks are compared with 63 before anything
        // is stored.
        let pair = unsafe ac.pairs[index]
        let last = rank &+ pair.last
        if pair.isEmpty || last >= 63 {
            unsafe fill()
            rank = unsafe readCode(rank, ac, zigzag, block)
            return rank < 64 ? .filled : .over
        }
        unsafe skip(pair.length)
        unsafe block[Int(zigzag[rank &+ pair.first])] = pair.firstValue
        unsafe block[Int(zigzag[last])] = pair.lastValue
        if pair.isEnd {
            rank = 64
            return .over
        }
        rank = last &+ 1
        return .stored
    }

    /// Decodes and stores one AC coefficient, and returns the zigzag index after it.
    ///
    /// - Returns: The rank of the coefficient after it; 64 at the end of the block, more if the block is
    ///   invalid.
    @inline(__always)
    mutating func readCode(
        _ rank: Int,
        _ ac: JPEGDecodingPointers,
        _ zigzag: UnsafePointer<UInt8>,
        _ block: UnsafeMutablePointer<Int16>
    ) -> Int {
        // SAFETY: `index` is the index of an entry, and the rank is compared with 64 before
        // anything is stored.
        let single = unsafe ac.singles[index]
        var (zeros, size, value) = (single.zeros, 0, single.value)
        if single.isWhole {
            unsafe skip(single.length)
            if zeros == Single.end { return 64 }
        } else {
            if single.length != 0 {
                unsafe skip(single.length)
                size = single.size
            } else {
                guard let symbol = unsafe search(ac) else { return .max }
                (zeros, size) = (symbol >> 4, symbol & 15)
                if size == 0 && zeros < 15 { return 64 }
            }
            guard size <= JPEGDecodingTable.greatestACSize else { return .max }
            value = unsafe size > 0 ? Int16(truncatingIfNeeded: take(size)) : 0
        }
        let rank = rank &+ zeros
        guard rank < 64 else { return .max }
        unsafe block[Int(zigzag[rank])] = value
        return rank &+ 1
    }

    /// Decodes the DC coefficient of the next block, and returns whether it is valid.
    ///
    /// - Parameters:
    ///   - dc: The Huffman codes.
    ///   - value: The DC coefficient of the previous block, replaced by the coefficient of this
    ///     block.
    ///   - limit: The greatest magnitude.
    /// - Returns: Whether it is valid.
    @inline(__always)
    mutating func readDC(
        _ dc: JPEGDecodingPointers,
        _ value: inout Int32,
        limit: UInt32
    ) -> Bool {
        // SAFETY: the caller makes sure that there are bytes to read.
        unsafe fill()
        guard let difference = unsafe readDifference(dc) else { return false }
        value &+= difference
        return value.magnitude <= limit
    }

    /// Decodes the difference of a DC coefficient from the previous one; nil if it is invalid.
    ///
    /// Takes at most 27 bits. Sizes follow no pattern, so the number is read without branches.
    @inline(__always)
    private mutating func readDifference(_ dc: JPEGDecodingPointers) -> Int32? {
        // SAFETY: `index` is the index of an entry.
        let single = unsafe dc.singles[index]
        var size = single.size
        if single.length != 0 {
            unsafe skip(single.length)
        } else {
            guard let symbol = unsafe search(dc) else { return nil }
            size = symbol & 15
        }
        guard size <= JPEGDecodingTable.greatestDCSize else { return nil }
        let number = unsafe bits
        unsafe skip(UInt64(size))
        // Of no bits, both summands are zero.
        let value = Int64(bitPattern: (number &>> 1) &>> UInt64(63 &- size))
        let negative = ~(Int64(bitPattern: number) &>> 63) & (1 &- 1 &<< Int64(size))
        return Int32(truncatingIfNeeded: value &+ negative)
    }

    /// Decodes a code longer than the lookup tables; nil if there is none.
    @inline(__always)
    mutating func search(_ codes: JPEGDecodingPointers) -> Int? {
        // SAFETY: the last limit, of length 17, is greater than any code; 256 symbols exist.
        let code = unsafe UInt32(truncatingIfNeeded: bits &>> 48)
        var length = JPEGDecodingTable.width + 1
        while unsafe code >= codes.longer[JPEGDecodingTable.limit(length)] { length &+= 1 }
        guard length <= 16 else { return nil }
        unsafe skip(UInt64(length))
        let offset = unsafe codes.longer[JPEGDecodingTable.offset(length)]
        let index = Int((code &>> UInt32(16 &- length) &+ offset) & 0xFF)
        return unsafe Int(codes.longer[JPEGDecodingTable.symbol(index)])
    }

    /// Reads the bits of a coefficient that follow its code, at least one, and returns its value.
    @inline(__always)
    private mutating func take(_ size: Int) -> Int {
        // SAFETY: these are plain numbers.
        let value = unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 &- size))
        unsafe skip(UInt64(size))
        return JPEGDecodingTable.value(value, size: size)
    }

    /// The next bits, as an index of the lookup tables.
    @inline(__always)
    var index: Int {
        // SAFETY: this is a plain number.
        unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - JPEGDecodingTable.width))
    }

    typealias Single = JPEGDecodingTable.Single

    /// Refills the buffer to at least 56 bits, taking at most seven bytes in advance.
    @inline(__always)
    mutating func fill() {
        // SAFETY: the caller of this type makes sure that eight bytes exist from there on.
        let word = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).bigEndian
        unsafe bits |= word &>> count
        unsafe source += Int((63 &- count) &>> 3)
        unsafe count |= 56
    }

    @inline(__always)
    mutating func skip(_ length: UInt64) {
        // SAFETY: these are plain numbers.
        unsafe bits = bits &<< length
        unsafe count = count &- length
    }
}

/// Pointers to the Huffman tables of one component's DC or AC coefficients.
@unsafe
struct JPEGDecodingPointers {
    let singles: UnsafePointer<JPEGDecodingTable.Single>
    let pairs: UnsafePointer<JPEGDecodingTable.Pair>
    let longer: UnsafePointer<UInt32>
}
