// SPDX-License-Identifier: Apache-2.0

extension JPEGBlockReader {
    /// Decodes the DC coefficient of a block, and skips the AC coefficients.
    ///
    /// It refuses the same blocks as ``afterBlock(_:_:into:)``.
    ///
    /// - Parameters:
    ///   - value: The DC coefficient of the previous block, replaced by the coefficient of this
    ///     block.
    ///   - limit: The greatest magnitude of the DC coefficient, less than 32,768.
    ///   - dc: The Huffman codes of DC coefficients.
    ///   - ac: The Huffman codes of AC coefficients.
    ///   - skips: The table that passes over several of them at a time.
    /// - Returns: The reader after the block; nil if the block is invalid.
    @inline(__always)
    func afterMean(
        _ value: inout Int32,
        limit: UInt32,
        _ dc: JPEGDecodingPointers,
        _ ac: JPEGDecodingPointers,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>
    ) -> JPEGBlockReader? {
        // SAFETY: an index is smaller than the number of entries; nothing is stored.
        var reader = unsafe self
        guard unsafe reader.readDC(dc, &value, limit: limit) else { return nil }
        return unsafe reader.afterRest(1, ac, skips)
    }

    /// Skips the remaining AC coefficients of a block.
    ///
    /// - Returns: The reader after the block; nil if the block is invalid.
    @inline(__always)
    private func afterRest(
        _ rank: Int,
        _ ac: JPEGDecodingPointers,
        _ skips: UnsafePointer<JPEGSkipTable.Entry>
    ) -> JPEGBlockReader? {
        // SAFETY: an index is smaller than the number of entries; nothing is stored.
        var reader = unsafe self
        var next = rank
        while true {
            unsafe reader.fill()
            // Three lookups take at most 54 bits, and there are 56.
            for _ in 0..<3 {
                let entry = unsafe skips[reader.skipIndex]
                let after = next &+ entry.advance
                if after >= 64 {
                    if entry.isEnd, next &+ entry.count < 64 {
                        unsafe reader.skip(entry.length)
                        return unsafe reader
                    }
                    unsafe (reader, next) = unsafe reader.afterCode(next, ac)
                    break
                }
                unsafe reader.skip(entry.length)
                next = after
            }
            if next >= 64 { return unsafe next == 64 ? reader : nil }
        }
    }

    /// Skips the code of one AC coefficient, and the zeros before it.
    ///
    /// - Returns: The reader after it, and the rank of the next coefficient; 64 at the end of the
    ///   block, more if the block is invalid.
    @inline(never)
    private func afterCode(_ rank: Int, _ ac: JPEGDecodingPointers) -> (JPEGBlockReader, Int) {
        // SAFETY: `index` is the index of an entry.
        var reader = unsafe self
        unsafe reader.fill()
        let single = unsafe ac.singles[reader.index]
        var (zeros, size) = (single.zeros, 0)
        if single.length != 0 {
            unsafe reader.skip(single.length)
            if zeros == Single.end { return unsafe (reader, 64) }
            if !single.isWhole { size = single.size }
        } else {
            guard let symbol = unsafe reader.search(ac) else { return unsafe (reader, .max) }
            (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0 && zeros < 15 { return unsafe (reader, 64) }
        }
        let rank = rank &+ zeros
        guard rank < 64, size <= JPEGDecodingTable.greatestACSize else {
            return unsafe (reader, .max)
        }
        unsafe reader.skip(UInt64(size))
        return unsafe (reader, rank &+ 1)
    }

    /// The next bits, as an index of the ``JPEGSkipTable``.
    @inline(__always)
    private var skipIndex: Int {
        // SAFETY: this is a plain number.
        unsafe Int(truncatingIfNeeded: bits &>> UInt64(64 - JPEGSkipTable.width))
    }
}
