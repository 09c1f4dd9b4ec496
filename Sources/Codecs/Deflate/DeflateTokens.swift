// SPDX-License-Identifier: Apache-2.0

/// The bytes of a block cut into literals and matches, and how often each symbol occurs.
///
/// Matches that are looked for everywhere are runs: they repeat what lies one fixed distance before.
/// Where runs make up most of a block, as in drawings and text, or where a look at it finds a good part
/// repeated, any other repetition is looked for, too; elsewhere that would cost more time than it
/// saves bytes.
struct DeflateTokens {
    /// The bytes of a block at most: as many as one that is stored holds.
    static let maximumByteCount = 65_535

    /// The least length of a match, below which literals are as short.
    static let leastMatch = 8

    /// The same where only runs are looked for, and literals are mostly of one or two bits.
    static let leastRun = 12

    /// Literals and lengths, and the end of the block.
    static let symbolCount = 286

    /// Stands behind every block.
    static let endOfBlock = 256

    /// The tokens of a block at most: each match has one, and the literals behind the last.
    static let tokenCapacity = maximumByteCount / leastMatch + 2

    /// Eight tables of literals, which take turns.
    static let counterCount = 8 * 256

    private var tokens = [DeflateToken](
        repeating: DeflateToken(literals: 0, match: 0, distance: 0),
        count: tokenCapacity
    )
    private var count = 0
    private var counters = [UInt32](repeating: 0, count: counterCount)
    /// Where some bytes were last seen, for each hash of them.
    private var places = [UInt16](repeating: 0, count: 1 << placeBits)

    /// The blocks that are not probed for repetitions, as the last one had none.
    private var blocksUntilProbe = 0

    /// The bits of a hash.
    static let placeBits = 12

    /// How often each literal and each length occurs.
    private(set) var frequencies = [UInt32](repeating: 0, count: symbolCount)

    /// How often each distance occurs.
    private(set) var distanceFrequencies = [UInt32](
        repeating: 0,
        count: RunLength.distanceSymbolCount
    )

    /// The bits that follow symbols.
    private(set) var extraBitCount = 0

    /// The tokens of the block.
    var span: Span<DeflateToken> {
        @_lifetime(borrow self)
        borrowing get { tokens.span.extracting(0..<count) }
    }

    /// Cuts a block.
    ///
    /// - Parameters:
    ///   - bytes: The block, at most ``maximumByteCount``.
    ///   - distance: How far back a run looks, at least 1.
    mutating func fill(_ bytes: Span<UInt8>, distance: Int) {
        count = Self.findRuns(bytes, distance, &tokens, &counters)
        if hasMatches(bytes, distance: distance) {
            count = Self.findMatches(bytes, distance, &tokens, &counters, &places)
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

    /// Whether it is worth to look for repetitions that are no runs, once the runs are known.
    private mutating func hasMatches(_ bytes: Span<UInt8>, distance: Int) -> Bool {
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
            // The more zeros, the fewer bits literals take, and the longer is what chance repeats.
            leastLength: zeros * 2 < literalCount ? 24 : 64,
            places: &places
        )
        if !repeats { blocksUntilProbe = 3 }
        return repeats
    }

    private mutating func countMatch(_ token: DeflateToken) {
        let (whole, rest) = RunLength.split(Int(token.match))
        frequencies[RunLength.symbol(RunLength.longest)] += UInt32(whole)
        let pieces = whole + countPiece(rest.0) + countPiece(rest.1)
        let distance = RunLength.distance(Int(token.distance))
        distanceFrequencies[distance.symbol] += UInt32(pieces)
        extraBitCount += pieces * distance.bitCount
    }

    private mutating func countPiece(_ length: Int) -> Int {
        if length == 0 { return 0 }
        frequencies[RunLength.symbol(length)] += 1
        extraBitCount += RunLength.extraBitCount(length)
        return 1
    }
}
