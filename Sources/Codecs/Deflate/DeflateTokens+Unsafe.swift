// SPDX-License-Identifier: Apache-2.0

extension DeflateTokens {
    /// Divides a block into literals and runs (matches at one fixed distance), adds its literals to
    /// the counters, and returns the number of tokens.
    ///
    /// It compares eight bytes at a time, so that it always finds a run of 15 bytes, and a shorter
    /// one if it is aligned well.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``maximumByteCount``.
    ///   - distance: The distance of runs.
    ///   - tokens: Room for all tokens that a block can have.
    ///   - counters: The counters of the literals.
    /// - Returns: The number of tokens.
    static func findRuns(
        _ bytes: Span<UInt8>,
        _ distance: Int,
        _ tokens: inout [DeflateToken],
        _ counters: inout [UInt32]
    ) -> Int {
        // SAFETY: the tokenizer stays within the buffers that it is made for, and lives in the closure.
        unsafe withTables(bytes, distance, &tokens, &counters) { tokenizer in
            unsafe Self.findRuns(&tokenizer)
        }
    }

    /// Divides a block into literals and matches of any distance, adds its literals to the
    /// counters, and returns the number of tokens.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``maximumByteCount``.
    ///   - distance: The distance of runs.
    ///   - tokens: Room for all tokens that a block can have.
    ///   - counters: The counters of the literals.
    ///   - hashTable: The hash table of positions, all 0.
    ///   - pixelTable: The hash table of positions of 3 bytes, all 0.
    ///   - findsPixels: Whether to find matches of 3 bytes.
    /// - Returns: The number of tokens.
    static func findMatches(
        _ bytes: Span<UInt8>,
        _ distance: Int,
        _ tokens: inout [DeflateToken],
        _ counters: inout [UInt32],
        _ hashTable: inout [UInt16],
        pixels pixelTable: inout [UInt16],
        _ findsPixels: Bool
    ) -> Int {
        precondition(
            hashTable.count == 1 << hashBits && pixelTable.count == 1 << hashBits,
            "a table has the wrong size"
        )
        // SAFETY: a hash is an index into either table; both are used within the closures.
        return unsafe hashTable.withUnsafeMutableBufferPointer { hashTable in
            unsafe pixelTable.withUnsafeMutableBufferPointer { pixelTable in
                guard let hashTable = hashTable.baseAddress, let pixels = pixelTable.baseAddress
                else { return 0 }
                return unsafe withTables(bytes, distance, &tokens, &counters) { tokenizer in
                    unsafe Self.findMatches(&tokenizer, hashTable, findsPixels ? pixels : nil)
                }
            }
        }
    }

    private static func withTables(
        _ bytes: Span<UInt8>,
        _ distance: Int,
        _ tokens: inout [DeflateToken],
        _ counters: inout [UInt32],
        _ body: (inout Tokenizer) -> Void
    ) -> Int {
        precondition(
            bytes.count <= maximumByteCount && distance > 0,
            "the block or the distance is out of range"
        )
        precondition(
            tokens.count == tokenCapacity && counters.count == counterCount,
            "the tables have the wrong size"
        )
        for index in counters.indices { counters[index] = 0 }
        // SAFETY: all pointers are used within these closures. There is room for as many tokens as
        // matches of the least length fit into a block, and one more.
        return unsafe bytes.withUnsafeBufferPointer { source in
            unsafe tokens.withUnsafeMutableBufferPointer { tokens in
                unsafe counters.withUnsafeMutableBufferPointer { counters in
                    guard let base = source.baseAddress, let tokens = tokens.baseAddress,
                        let counters = counters.baseAddress
                    else { return 0 }
                    var tokenizer = unsafe Tokenizer(
                        source: base,
                        count: source.count,
                        distance: distance,
                        tokens: tokens,
                        counters: counters
                    )
                    unsafe body(&tokenizer)
                    unsafe tokenizer.end()
                    return unsafe tokenizer.tokenCount
                }
            }
        }
    }

    private static func findRuns(_ tokenizer: inout Tokenizer) {
        // SAFETY: the tokenizer and its buffers live in the closure that calls this; 8 bytes from the
        // position lie inside, and a distance before it others.
        let distance = unsafe tokenizer.distance
        var position = distance
        while unsafe position &+ 8 <= tokenizer.count {
            if unsafe tokenizer.difference(position, distance) != 0 {
                position &+= 8
            } else {
                unsafe position = tokenizer.appendMatch(
                    at: position,
                    distance: distance,
                    shortest: leastRun
                )
            }
        }
    }

    private static func findMatches(
        _ tokenizer: inout Tokenizer,
        _ hashTable: UnsafeMutablePointer<UInt16>,
        _ pixelTable: UnsafeMutablePointer<UInt16>?
    ) {
        // SAFETY: the tokenizer and its buffers live in the closure that calls this; 8 bytes from the
        // position lie inside, and a distance before it others.
        let distance = unsafe tokenizer.distance
        var position = distance
        var last = 0
        while unsafe position &+ 8 <= tokenizer.count {
            if unsafe tokenizer.difference(position, distance) == 0 {
                unsafe position = tokenizer.appendMatch(at: position, distance: distance)
                continue
            }
            if last > 0, unsafe tokenizer.difference(position, last) == 0 {
                unsafe position = tokenizer.appendMatch(
                    at: position,
                    distance: last,
                    longest: DeflateSymbols.longest
                )
                continue
            }
            // SAFETY: as before, and a hash is an index into the table. Positions in it belong to
            // this block; 0 stands for none.
            let hash = unsafe tokenizer.hash(position)
            let place = unsafe Int(hashTable[hash])
            unsafe hashTable[hash] = UInt16(truncatingIfNeeded: position)
            let back = position &- place
            if place > 0, back > 0, back <= DeflateSymbols.greatestDistance,
                unsafe tokenizer.difference(position, back) == 0
            {
                // The bytes may continue as a run, whose distance takes fewer bits.
                unsafe position = tokenizer.appendMatch(
                    at: position,
                    distance: back,
                    longest: DeflateSymbols.longest
                )
                last = back
            } else {
                unsafe position = appendPixel(at: position, &tokenizer, pixelTable)
            }
        }
    }

    /// Looks for a match that begins with 3 nonzero bytes at a position, appends a token for it,
    /// and returns the position to go on from.
    ///
    /// - Returns: The position after the match, or the next one.
    @inline(__always)
    private static func appendPixel(
        at position: Int,
        _ tokenizer: inout Tokenizer,
        _ pixelTable: UnsafeMutablePointer<UInt16>?
    ) -> Int {
        // SAFETY: the caller has checked 8 bytes from the position; a hash is an index into the table,
        // whose positions belong to this block.
        guard let pixelTable = unsafe pixelTable, let hash = unsafe tokenizer.pixelHash(position)
        else { return position &+ 1 }
        let place = unsafe Int(pixelTable[hash])
        unsafe pixelTable[hash] = UInt16(truncatingIfNeeded: position)
        let back = position &- place
        guard place > 0, back > 0, back <= DeflateSymbols.greatestDistance,
            unsafe tokenizer.difference(position, back) & 0xFF_FFFF == 0
        else { return position &+ 1 }
        return unsafe tokenizer.appendMatch(
            at: position,
            distance: back,
            known: leastPixel,
            shortest: leastPixel,
            longest: DeflateSymbols.longest
        )
    }
}
