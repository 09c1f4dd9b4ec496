// SPDX-License-Identifier: Apache-2.0

/// A quick check whether a block of bytes repeats itself.
enum DeflateProbe {
    /// Estimates whether at least an eighth of a block repeats earlier bytes, other than as runs.
    ///
    /// The search steps grow where nothing is found, so that photos cost little.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``DeflateTokens/maximumByteCount``.
    ///   - distance: The distance of runs, at least 1.
    ///   - leastLength: The least length of a repetition; shorter ones are chance in smooth images.
    ///   - hashTable: A hash table of positions, whose contents are overwritten.
    /// - Returns: Whether the block repeats itself.
    static func repeats(
        _ bytes: Span<UInt8>,
        distance: Int,
        leastLength: Int,
        hashTable: inout [UInt16]
    ) -> Bool {
        precondition(
            bytes.count <= DeflateTokens.maximumByteCount && distance > 0
                && hashTable.count == 1 << DeflateTokens.hashBits,
            "the block or the distance is out of range"
        )
        for index in hashTable.indices { hashTable[index] = 0 }
        // SAFETY: the pointers are used within the closures, and `count` keeps to the bytes.
        let found = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe hashTable.withUnsafeMutableBufferPointer { hashTable in
                guard let base = source.baseAddress, let hashTable = hashTable.baseAddress
                else { return 0 }
                return unsafe count(base, source.count, distance, leastLength, hashTable)
            }
        }
        return found * 8 >= bytes.count
    }

    private static func count(
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ distance: Int,
        _ leastLength: Int,
        _ hashTable: UnsafeMutablePointer<UInt16>
    ) -> Int {
        var found = 0
        var misses = 0
        var position = distance
        // SAFETY: 8 bytes from the position lie inside. A hash is an index into the table, in which
        // there are positions of this block before this one; 0 stands for none.
        while position &+ 8 <= count {
            let run = unsafe length(source, count, position, distance)
            if run >= 8 {
                position &+= run
                continue
            }
            let hash = unsafe DeflateTokens.Tokenizer.hash(source, position)
            let back = unsafe position &- Int(hashTable[hash])
            unsafe hashTable[hash] = UInt16(truncatingIfNeeded: position)
            let isNear = back < position && back <= DeflateSymbols.greatestDistance
            let length = isNear ? unsafe length(source, count, position, back) : 0
            if length >= leastLength {
                found &+= length
                misses = 0
                position &+= length
            } else {
                misses &+= 1
                position &+= 1 &+ misses &>> 5
            }
        }
        return found
    }

    /// Counts the bytes from a position on that equal those a distance before them, rounded down to
    /// a multiple of 8 at the end of the block.
    @inline(__always)
    private static func length(
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ position: Int,
        _ distance: Int
    ) -> Int {
        var end = position
        // SAFETY: 8 bytes from the end lie inside, and those a distance before it.
        while end &+ 8 <= count {
            let difference = unsafe DeflateTokens.Tokenizer.difference(source, end, distance)
            if difference != 0 { return end &- position &+ difference.trailingZeroBitCount &>> 3 }
            end &+= 8
        }
        return end &- position
    }
}
