// SPDX-License-Identifier: Apache-2.0

extension DeflateTokens {
    /// Divides a block into literals and runs, and counts its literals.
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
        // SAFETY: the cutter stays within the buffers that it is made for, and lives in the closure.
        unsafe withTables(bytes, distance, &tokens, &counters) { cutter in
            unsafe Self.findRuns(&cutter)
        }
    }

    /// Divides a block into literals and matches of any distance, and counts its literals.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``maximumByteCount``.
    ///   - distance: The distance of runs.
    ///   - tokens: Room for all tokens that a block can have.
    ///   - counters: The counters of the literals.
    ///   - places: The hash table of positions.
    /// - Returns: The number of tokens.
    static func findMatches(
        _ bytes: Span<UInt8>,
        _ distance: Int,
        _ tokens: inout [DeflateToken],
        _ counters: inout [UInt32],
        _ places: inout [UInt16]
    ) -> Int {
        precondition(places.count == 1 << placeBits, "a table of another size")
        for index in places.indices { places[index] = 0 }
        // SAFETY: a hash is an index into the table, which is used within the closure.
        return unsafe places.withUnsafeMutableBufferPointer { places in
            guard let places = places.baseAddress else { return 0 }
            return unsafe withTables(bytes, distance, &tokens, &counters) { cutter in
                unsafe Self.findMatches(&cutter, places)
            }
        }
    }

    private static func withTables(
        _ bytes: Span<UInt8>,
        _ distance: Int,
        _ tokens: inout [DeflateToken],
        _ counters: inout [UInt32],
        _ body: (inout Cutter) -> Void
    ) -> Int {
        precondition(bytes.count <= maximumByteCount && distance > 0, "a block out of range")
        precondition(
            tokens.count == tokenCapacity && counters.count == counterCount,
            "tables of another size"
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
                    var cutter = unsafe Cutter(
                        source: base,
                        count: source.count,
                        distance: distance,
                        tokens: tokens,
                        counters: counters
                    )
                    unsafe body(&cutter)
                    unsafe cutter.end()
                    return unsafe cutter.tokenCount
                }
            }
        }
    }

    private static func findRuns(_ cutter: inout Cutter) {
        // SAFETY: the cutter and its buffers live in the closure that calls this; 8 bytes from the
        // position lie inside, and a distance before it others.
        let distance = unsafe cutter.distance
        var position = distance
        while unsafe position &+ 8 <= cutter.count {
            if unsafe cutter.difference(position, distance) != 0 {
                position &+= 8
            } else {
                unsafe position = cutter.cut(
                    at: position,
                    distance: distance,
                    shortest: leastRun
                )
            }
        }
    }

    private static func findMatches(_ cutter: inout Cutter, _ places: UnsafeMutablePointer<UInt16>)
    {
        // SAFETY: the cutter and its buffers live in the closure that calls this; 8 bytes from the
        // position lie inside, and a distance before it others.
        let distance = unsafe cutter.distance
        var position = distance
        var last = 0
        while unsafe position &+ 8 <= cutter.count {
            if unsafe cutter.difference(position, distance) == 0 {
                unsafe position = cutter.cut(at: position, distance: distance)
                continue
            }
            if last > 0, unsafe cutter.difference(position, last) == 0 {
                unsafe position = cutter.cut(
                    at: position,
                    distance: last,
                    longest: RunLength.longest
                )
                continue
            }
            // SAFETY: as before, and a hash is an index into the table. Positions in it are those of
            // this block; 0 stands for none.
            let hash = unsafe cutter.hash(position)
            let place = unsafe Int(places[hash])
            unsafe places[hash] = UInt16(truncatingIfNeeded: position)
            let back = position &- place
            if place > 0, back > 0, back <= RunLength.greatestDistance,
                unsafe cutter.difference(position, back) == 0
            {
                // The bytes may continue as a run, whose distance takes fewer bits.
                unsafe position = cutter.cut(
                    at: position,
                    distance: back,
                    longest: RunLength.longest
                )
                last = back
            } else {
                position &+= 1
            }
        }
    }
}
