// SPDX-License-Identifier: Apache-2.0

/// The bytes of a block divided into literals and matches, with the frequency of each symbol.
///
/// By default only runs are searched: matches at one fixed distance. All matches are searched where
/// runs make up most of a block, as in drawings and text, and where a quick probe finds
/// repetitions. Elsewhere that would cost more time than it saves bytes.
struct DeflateTokens {
    /// The greatest size of a block, in bytes: the limit of stored blocks.
    static let maximumByteCount = 65_535

    /// The least length of a match; shorter matches mostly take no fewer bits than literals.
    static let leastMatch = 8

    /// The least length of a match that begins with nonzero bytes.
    ///
    /// In drawings, most samples belong to runs, so that others take many bits. Such a match is mostly a
    /// pixel of the rim of a letter.
    static let leastPixel = 3

    /// The least length of a match in blocks with runs only, whose literals mostly take one or two
    /// bits.
    static let leastRun = 12

    /// The number of symbols: literals, the end of the block, and match lengths.
    static let symbolCount = 286

    /// The symbol for the end of a block.
    static let endOfBlock = 256

    /// The greatest number of tokens in a block: one for each match, and one for the last literals.
    static let tokenCapacity = maximumByteCount / leastPixel + 2

    /// The number of counters of literals: eight for each byte value, used in turn.
    static let counterCount = 8 * 256

    private var tokens = [DeflateToken](
        repeating: DeflateToken(literals: 0, match: 0, distance: 0),
        count: tokenCapacity
    )
    private var count = 0
    private var counters = [UInt32](repeating: 0, count: counterCount)
    /// A hash table with the latest position of 8 bytes for each hash of them.
    private var hashTable = [UInt16](repeating: 0, count: 1 << hashBits)
    /// A hash table with the latest position of 3 nonzero bytes for each hash of them.
    private var pixelTable = [UInt16](repeating: 0, count: 1 << hashBits)

    /// Whether the block was searched for matches at any distance, because it repeats itself as
    /// drawings and text do.
    private(set) var hasMatches = false

    /// The number of blocks to skip before the next probe, since the last one found no repetitions.
    private var blocksUntilProbe = 0

    /// The number of bits in a hash of bytes.
    static let hashBits = 12

    /// The frequency of each literal and each match length.
    private(set) var frequencies = [UInt32](repeating: 0, count: symbolCount)

    /// The frequency of each distance symbol.
    private(set) var distanceFrequencies = [UInt32](
        repeating: 0,
        count: DeflateSymbols.distanceSymbolCount
    )

    /// The total number of extra bits after symbols.
    private(set) var extraBitCount = 0

    /// The literals and matches of the block.
    var span: Span<DeflateToken> {
        @_lifetime(borrow self)
        borrowing get { tokens.span.extracting(0..<count) }
    }

    /// Divides a block into literals and matches, and counts the symbols that they take.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``maximumByteCount``.
    ///   - distance: The distance of runs, at least 1.
    ///   - findsPixels: Whether to find matches of ``leastPixel`` bytes, too, where all matches are
    ///     searched: in samples. Differences of samples are mostly small and take few bits.
    mutating func fill(_ bytes: Span<UInt8>, distance: Int, findsPixels: Bool) {
        count = Self.findRuns(bytes, distance, &tokens, &counters)
        hasMatches = findsMatches(bytes, distance: distance)
        if hasMatches {
            for index in hashTable.indices { hashTable[index] = 0 }
            for index in pixelTable.indices { pixelTable[index] = 0 }
            count = Self.findMatches(
                bytes,
                distance,
                &tokens,
                &counters,
                &hashTable,
                pixels: &pixelTable,
                findsPixels
            )
        }
        for symbol in frequencies.indices { frequencies[symbol] = 0 }
        for symbol in distanceFrequencies.indices { distanceFrequencies[symbol] = 0 }
        for value in 0..<256 {
            for table in 0..<8 { frequencies[value] += counters[table * 256 + value] }
        }
        frequencies[Self.endOfBlock] = 1
        extraBitCount = 0
        for token in tokens[..<count] where token.match > 0 { countMatch(token) }
    }

    /// Whether to search for matches at any distance, decided once the runs are known.
    private mutating func findsMatches(_ bytes: Span<UInt8>, distance: Int) -> Bool {
        let literalCount = tokens[..<count].reduce(0) { $0 + Int($1.literals) }
        if literalCount * 2 < bytes.count { return true }
        guard blocksUntilProbe == 0 else {
            blocksUntilProbe -= 1
            return false
        }
        var zeros = 0
        for table in 0..<8 { zeros += Int(counters[table * 256]) }
        let repeats = DeflateProbe.repeats(
            bytes,
            distance: distance,
            // More zeros mean fewer bits for each literal, and longer repetitions by chance.
            leastLength: zeros * 2 < literalCount ? 24 : 64,
            hashTable: &hashTable
        )
        if !repeats { blocksUntilProbe = 3 }
        return repeats
    }

    private mutating func countMatch(_ token: DeflateToken) {
        let (whole, rest) = DeflateSymbols.split(Int(token.match))
        frequencies[DeflateSymbols.symbol(DeflateSymbols.longest)] += UInt32(whole)
        let pieces = whole + countPiece(rest.0) + countPiece(rest.1)
        let distance = DeflateSymbols.distance(Int(token.distance))
        distanceFrequencies[distance.symbol] += UInt32(pieces)
        extraBitCount += pieces * distance.bitCount
    }

    private mutating func countPiece(_ length: Int) -> Int {
        if length == 0 { return 0 }
        frequencies[DeflateSymbols.symbol(length)] += 1
        extraBitCount += DeflateSymbols.extraBitCount(length)
        return 1
    }
}

/// A number of literals, followed by a match.
struct DeflateToken: BitwiseCopyable {
    /// The number of literals.
    var literals: UInt16
    /// The length of the match in bytes, which may exceed deflate's limit of 258; 0 without a
    /// match.
    var match: UInt16
    /// The distance from the match back to the bytes that it repeats.
    var distance: UInt16
}
