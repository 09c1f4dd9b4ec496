// SPDX-License-Identifier: Apache-2.0

extension JPEGBlockReader {
    /// Decodes the DC coefficient of a block, and passes over the others.
    ///
    /// It refuses the same blocks as ``read(_:_:into:)``.
    ///
    /// - Parameters:
    ///   - value: The DC coefficient of the previous block, replaced by that of this one.
    ///   - limit: The greatest magnitude of the DC coefficient, less than 32,768.
    ///   - dc: The Huffman codes of DC coefficients.
    ///   - ac: The Huffman codes of AC coefficients.
    ///   - skips: The table that passes over several of them at once.
    /// - Returns: Whether the block is valid.
    @inline(__always)
    mutating func readMean(
        _ value: inout Int32,
        limit: UInt32,
        _ dc: JPEGDecodingPointers,
        _ ac: JPEGDecodingPointers,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>
    ) -> Bool {
        // SAFETY: an index is smaller than the number of entries; nothing is stored.
        guard unsafe readDC(dc, &value, limit: limit) else { return false }
        return unsafe passRest(1, ac, skips)
    }

    /// Decodes the first coefficients of a block, and passes over the others.
    ///
    /// It refuses the same blocks as ``read(_:_:into:)``, and stores a few more coefficients than
    /// those that are kept.
    ///
    /// - Parameters:
    ///   - step: The Huffman codes, and the index in the block of each coefficient.
    ///   - value: The DC coefficient of the previous block, replaced by that of this one.
    ///   - block: A block of zeros, which receives the coefficients.
    /// - Returns: Whether the block is valid.
    @inline(__always)
    mutating func readFirst(
        _ step: JPEGHuffmanDecoder.BlockStep,
        _ value: inout Int32,
        into block: UnsafeMutablePointer<Int16>
    ) -> Bool {
        // SAFETY: as for `read`.
        let (ac, zigzag) = unsafe (step.ac, step.zigzag)
        guard let skips = unsafe step.skips else { return false }
        guard unsafe readDC(step.dc, &value, limit: step.limit) else { return false }
        unsafe block[0] = Int16(truncatingIfNeeded: value)
        var next = 1
        while unsafe next < step.rankCount {
            unsafe fill()
            let pair = unsafe ac.pairs[index]
            let last = next &+ pair.last
            if pair.isEmpty || last >= 63 {
                next = unsafe readCode(next, ac, zigzag, block)
                if next >= 64 { return next == 64 }
                continue
            }
            unsafe store(pair, from: next, zigzag, block)
            if pair.isEnd { return true }
            next = last &+ 1
        }
        return unsafe passRest(next, ac, skips)
    }

    /// Passes over the rest of a block.
    ///
    /// - Returns: Whether the block is valid.
    @inline(__always)
    private mutating func passRest(
        _ rank: Int,
        _ ac: JPEGDecodingPointers,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>
    ) -> Bool {
        var next = rank
        while true {
            // SAFETY: an index is smaller than the number of entries; nothing is stored.
            unsafe fill()
            // Four lookups take at most 52 bits, and there are 56.
            for _ in 0..<4 {
                let entry = unsafe skips[skipIndex]
                let after = next &+ entry.advance
                if after >= 64 {
                    if entry.isEnd, next &+ entry.count < 64 {
                        unsafe skip(entry.length)
                        return true
                    }
                    unsafe fill()
                    next = unsafe passCode(next, ac)
                    break
                }
                unsafe skip(entry.length)
                next = after
            }
            if next >= 64 { return next == 64 }
        }
    }

    /// Passes over one AC coefficient.
    ///
    /// - Returns: The rank of the coefficient after it; 64 at the end of the block, more if the block is
    ///   invalid.
    private mutating func passCode(_ rank: Int, _ ac: JPEGDecodingPointers) -> Int {
        // SAFETY: `index` is that of an entry.
        let single = unsafe ac.singles[index]
        var (zeros, size) = (single.zeros, 0)
        if single.length != 0 {
            unsafe skip(single.length)
            if zeros == Single.end { return 64 }
            if !single.isWhole { size = single.size }
        } else {
            guard let symbol = unsafe search(ac) else { return .max }
            (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0 && zeros < 15 { return 64 }
        }
        let rank = rank &+ zeros
        guard rank < 64, size <= JPEGDecodingTable.greatestACSize else { return .max }
        unsafe skip(UInt64(size))
        return rank &+ 1
    }

    /// The index for the table of skips: the next bits.
    @inline(__always)
    private var skipIndex: Int {
        // SAFETY: this is a plain number.
        unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - JPEGSkipTable.width))
    }
}
