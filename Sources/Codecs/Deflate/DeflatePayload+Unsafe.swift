// SPDX-License-Identifier: Apache-2.0

/// A writer of the compressed literals and matches of a deflate block.
enum DeflatePayload {
    /// Writes the codes of all literals and matches, and the code for the end of the block.
    ///
    /// - Parameters:
    ///   - bytes: The block.
    ///   - tokens: The literals and matches of the block.
    ///   - literals: The entries of the code of literals and lengths, of up to 12 bits.
    ///   - distances: The entries of the code of distances, of up to 12 bits.
    ///   - byteCount: An upper bound of the bytes written.
    ///   - target: The buffer to append to.
    static func write(
        _ bytes: Span<UInt8>,
        tokens: Span<DeflateToken>,
        literals: Span<UInt32>,
        distances: Span<UInt32>,
        byteCount: Int,
        to target: inout BitBuffer
    ) {
        precondition(
            literals.count == DeflateTokens.symbolCount
                && distances.count == DeflateSymbols.distanceSymbolCount,
            "the tables have the wrong size"
        )
        // SAFETY: the pointers are used within the closures. Tokens add up to the bytes of the block,
        // and a byte is an index into the literals.
        unsafe target.write(atMost: byteCount) { cursor in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe literals.withUnsafeBufferPointer { literals in
                    guard var position = source.baseAddress, let codes = literals.baseAddress
                    else { return }
                    for index in tokens.indices {
                        let token = tokens[index]
                        let count = Int(token.literals)
                        unsafe write(position, count, codes, to: &cursor)
                        unsafe write(token, codes, distances, to: &cursor)
                        unsafe position += count &+ Int(token.match)
                    }
                    let end = unsafe UInt64(codes[DeflateTokens.endOfBlock])
                    unsafe cursor.add(end &>> 8, count: end)
                    unsafe cursor.flush()
                }
            }
        }
    }

    @inline(__always)
    private static func write(
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        _ codes: UnsafePointer<UInt32>,
        to cursor: inout BitCursor
    ) {
        var index = 0
        while index &+ 4 <= count {
            // SAFETY: 4 bytes from the index lie inside, and the table has an entry for each byte.
            let bytes = unsafe UnsafeRawPointer(source + index).loadUnaligned(as: UInt32.self)
            let first = unsafe UInt64(codes[Int(truncatingIfNeeded: bytes & 0xFF)])
            let second = unsafe UInt64(codes[Int(truncatingIfNeeded: bytes &>> 8 & 0xFF)])
            let third = unsafe UInt64(codes[Int(truncatingIfNeeded: bytes &>> 16 & 0xFF)])
            let fourth = unsafe UInt64(codes[Int(truncatingIfNeeded: bytes &>> 24)])
            // The lowest 6 bits of sums are sums of lengths, 48 at most, and shifts use only those
            // bits.
            let low = first &>> 8 | (second &>> 8) &<< first
            let high = third &>> 8 | (fourth &>> 8) &<< third
            let half = first &+ second
            unsafe cursor.add(low | high &<< half, count: half &+ third &+ fourth)
            unsafe cursor.flush()
            index &+= 4
        }
        while index < count {
            // SAFETY: the index lies inside.
            let code = unsafe UInt64(codes[Int(source[index])])
            unsafe cursor.add(code &>> 8, count: code)
            index &+= 1
        }
        // SAFETY: the caller has made room for all codes; at most 7 bits and 3 codes wait.
        unsafe cursor.flush()
    }

    @inline(__always)
    private static func write(
        _ token: DeflateToken,
        _ codes: UnsafePointer<UInt32>,
        _ distances: Span<UInt32>,
        to cursor: inout BitCursor
    ) {
        guard token.match > 0 else { return }
        let (whole, rest) = DeflateSymbols.split(Int(token.match))
        let distance = DeflateSymbols.distance(Int(token.distance))
        let code = UInt64(distances[distance.symbol])
        let codeCount = code & 0xFF
        let bits = code &>> 8 | UInt64(distance.bits) &<< codeCount
        let bitCount = codeCount &+ UInt64(distance.bitCount)
        // SAFETY: the caller has made room for every token.
        for _ in 0..<whole {
            unsafe write(DeflateSymbols.longest, codes, to: &cursor)
            unsafe cursor.add(bits, count: bitCount)
            unsafe cursor.flush()
        }
        // SAFETY: of a length and a distance there are 12 + 5 + 12 + 13 bits at most.
        if rest.0 > 0 {
            unsafe write(rest.0, codes, to: &cursor)
            unsafe cursor.add(bits, count: bitCount)
            unsafe cursor.flush()
        }
        if rest.1 > 0 {
            unsafe write(rest.1, codes, to: &cursor)
            unsafe cursor.add(bits, count: bitCount)
            unsafe cursor.flush()
        }
    }

    @inline(__always)
    private static func write(
        _ length: Int,
        _ codes: UnsafePointer<UInt32>,
        to cursor: inout BitCursor
    ) {
        // SAFETY: the symbol of a length from 3 to 258 is one of the table.
        let code = unsafe UInt64(codes[DeflateSymbols.symbol(length)])
        unsafe cursor.add(code &>> 8, count: code)
        let extraBits = UInt64(DeflateSymbols.extraBits(length))
        unsafe cursor.add(extraBits, count: UInt64(DeflateSymbols.extraBitCount(length)))
    }
}
