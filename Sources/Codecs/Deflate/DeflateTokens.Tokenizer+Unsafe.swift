// SPDX-License-Identifier: Apache-2.0

extension DeflateTokens {
    /// A collector of the literals and matches of a block that leaves the checks of bounds to its
    /// callers.
    ///
    /// Eight bytes are compared at a time as one number whose lowest byte is the first: all
    /// platforms of Swift on Linux are little-endian.
    @unsafe
    struct Tokenizer {
        private let source: UnsafePointer<UInt8>
        let count: Int
        /// The distance, in bytes, of the matches that count as runs.
        let distance: Int
        private let tokens: UnsafeMutablePointer<DeflateToken>
        private let counters: UnsafeMutablePointer<UInt32>
        private(set) var tokenCount = 0
        /// The index of the first byte that is not in a token yet.
        private var start = 0

        /// Creates a tokenizer for the bytes of a block.
        ///
        /// - Parameters:
        ///   - source: The bytes of the block, which like the tables outlive this value.
        ///   - count: The number of bytes.
        ///   - distance: The distance of runs.
        ///   - tokens: Room for the greatest number of tokens of a block.
        ///   - counters: The counters of the literals, ``counterCount`` of them.
        init(
            source: UnsafePointer<UInt8>,
            count: Int,
            distance: Int,
            tokens: UnsafeMutablePointer<DeflateToken>,
            counters: UnsafeMutablePointer<UInt32>
        ) {
            // SAFETY: the caller keeps the memory for as long as this lives.
            unsafe self.source = unsafe source
            unsafe self.count = count
            unsafe self.distance = distance
            unsafe self.tokens = unsafe tokens
            unsafe self.counters = unsafe counters
        }

        @inline(__always)
        private static func eight(_ source: UnsafePointer<UInt8>, _ position: Int) -> UInt64 {
            // SAFETY: the callers have checked 8 bytes; any bits are a number.
            unsafe UnsafeRawPointer(source + position).loadUnaligned(as: UInt64.self)
        }

        /// The bits in which 8 bytes differ from those at a distance before them; zero where they
        /// are equal.
        @inline(__always)
        static func difference(
            _ source: UnsafePointer<UInt8>,
            _ position: Int,
            _ distance: Int
        ) -> UInt64 {
            // SAFETY: the callers have checked the bounds.
            unsafe eight(source, position) ^ eight(source, position &- distance)
        }

        @inline(__always)
        func difference(_ position: Int, _ distance: Int) -> UInt64 {
            // SAFETY: the callers have checked the bounds.
            unsafe Self.difference(source, position, distance)
        }

        /// Hashes 8 bytes to an index of the hash table.
        @inline(__always)
        static func hash(_ source: UnsafePointer<UInt8>, _ position: Int) -> Int {
            // SAFETY: the callers have checked the bounds.
            let mixed = unsafe eight(source, position) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed &>> (64 &- UInt64(DeflateTokens.hashBits)))
        }

        @inline(__always)
        func hash(_ position: Int) -> Int {
            // SAFETY: the callers have checked the bounds.
            unsafe Self.hash(source, position)
        }

        /// Hashes 3 bytes to an index of the table of pixels; nil if one of the bytes is 0.
        @inline(__always)
        func pixelHash(_ position: Int) -> Int? {
            // SAFETY: the callers have checked the bounds.
            let bytes = unsafe Self.eight(source, position) & 0xFF_FFFF
            if bytes & 0xFF == 0 || bytes & 0xFF00 == 0 || bytes & 0xFF_0000 == 0 { return nil }
            let mixed = UInt32(truncatingIfNeeded: bytes) &* 0x9E37_79B1
            return Int(mixed &>> (32 &- UInt32(DeflateTokens.hashBits)))
        }

        /// Extends a match in both directions, appends a token for it and the literals before it
        /// unless it is too short, and returns its end.
        ///
        /// - Parameters:
        ///   - position: The position of 8 bytes that equal those a distance before.
        ///   - distance: The distance of the match.
        ///   - known: The number of bytes that are known to be equal, where that is less than 8.
        ///   - shortest: The least length of a match.
        ///   - longest: The greatest length of the match.
        /// - Returns: The position after the match.
        @inline(__always)
        mutating func appendMatch(
            at position: Int,
            distance: Int,
            known: Int = 8,
            shortest: Int = DeflateTokens.leastMatch,
            longest: Int = .max
        ) -> Int {
            // SAFETY: the match lies inside, after the last one, and so does what it repeats; there
            // is room for its token, as it has the least length.
            var first = position
            let least = unsafe max(start, distance)
            while first > least, unsafe source[first &- 1] == source[first &- 1 &- distance] {
                first &-= 1
            }
            let most = unsafe min(longest, count &- first)
            let end = unsafe end(position &+ known, distance, limit: first &+ most)
            if end &- first < shortest { return end }
            unsafe tokens[tokenCount] = DeflateToken(
                literals: UInt16(truncatingIfNeeded: first &- start),
                match: UInt16(truncatingIfNeeded: end &- first),
                distance: UInt16(truncatingIfNeeded: distance)
            )
            unsafe countLiterals(upTo: first)
            unsafe tokenCount &+= 1
            unsafe start = end
            return end
        }

        /// Finds the end of the bytes that equal those at a distance before them, up to a limit.
        @inline(__always)
        private func end(_ position: Int, _ distance: Int, limit: Int) -> Int {
            var end = position
            // SAFETY: 8 bytes from the end lie inside, and a distance before it others.
            while end &+ 8 <= limit {
                let difference = unsafe difference(end, distance)
                if difference != 0 { return end &+ difference.trailingZeroBitCount &>> 3 }
                end &+= 8
            }
            // SAFETY: the end lies inside.
            while end < limit, unsafe source[end] == source[end &- distance] { end &+= 1 }
            return min(end, limit)
        }

        /// Appends a token for the literals after the last match.
        mutating func end() {
            // SAFETY: there is room for one token more than matches.
            unsafe tokens[tokenCount] = DeflateToken(
                literals: UInt16(truncatingIfNeeded: count &- start),
                match: 0,
                distance: 0
            )
            unsafe countLiterals(upTo: count)
            unsafe tokenCount &+= 1
        }

        /// Counts the literals by value, from the first byte without a token up to a position.
        ///
        /// Eight tables take turns, because equal bytes in a row would wait for each other in one
        /// table.
        @inline(__always)
        private func countLiterals(upTo end: Int) {
            // SAFETY: the range lies inside; a byte and the number of a table make an index below
            // ``counterCount``.
            var index = unsafe start
            while index &+ 8 <= end {
                var bytes = unsafe Self.eight(source, index)
                for table in 0..<8 {
                    let counter = table &* 256 &+ Int(truncatingIfNeeded: bytes & 0xFF)
                    unsafe counters[counter] &+= 1
                    bytes &>>= 8
                }
                index &+= 8
            }
            while index < end {
                unsafe counters[Int(source[index])] &+= 1
                index &+= 1
            }
        }
    }
}
