// SPDX-License-Identifier: Apache-2.0

/// A writer of zlib streams that gives each block its own prefix codes or stores it uncompressed.
///
/// Reference: RFC 1950 (the frame), RFC 1951 (the blocks).
struct DeflateWriter: ~Copyable {
    /// The greatest length of a code, in bits; one flush writes up to four codes.
    static let codeLimit = 12

    /// The number of blocks for which the choice between filtered and plain rows is kept, until
    /// both are compared again.
    private static let blocksBetweenComparisons = 3

    private let distance: Int
    private var prefersPlain = false
    private var blocksUntilComparison = 0
    private var tokens = DeflateTokens()
    private var literalCode = PrefixCode(symbolCount: DeflateTokens.symbolCount)
    private var distanceCode = PrefixCode(symbolCount: DeflateSymbols.distanceSymbolCount)
    private var header = DeflateHeader()
    private var checksum = Adler32()

    /// The greatest size of a part of the stream after compression, in bytes, for its size before.
    ///
    /// - Parameter byteCount: The number of bytes to compress.
    /// - Returns: The number of compressed bytes.
    static func maximumByteCount(_ byteCount: Int) -> Int {
        // The zlib header and the checksum; for each stored block its header and the bits before
        // it.
        8 + byteCount + 8 * (byteCount / DeflateTokens.maximumByteCount + 1)
    }

    /// Creates a writer of one stream that searches for runs at a fixed distance.
    ///
    /// - Parameter distance: The distance of runs.
    init(distance: Int) {
        self.distance = distance
    }

    /// Whether the latest block repeats itself, as drawings and text do.
    var hasMatches: Bool { tokens.hasMatches }

    /// Writes the header of a zlib stream: deflate, a window of 32 KiB, fastest compression.
    static func begin(in target: inout BitBuffer) {
        target.append(byte: 0x78)
        target.append(byte: 0x01)
    }

    /// Compresses the next bytes of the stream.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of the stream. Matches do not reach back to earlier bytes.
    ///   - isLast: Whether these are the last bytes of the stream.
    ///   - target: The buffer to append to, with room for ``maximumByteCount(_:)``.
    mutating func append(_ bytes: Span<UInt8>, isLast: Bool, to target: inout BitBuffer) {
        checksum.append(bytes)
        appendBlocks(bytes, isLast: isLast, to: &target)
    }

    /// Compresses the filtered or the plain bytes of the same rows: of drawings and text whichever
    /// take fewer bits, otherwise the filtered ones.
    ///
    /// Rows that hardly repeat, such as rows of photos, are filtered. The better form is taken for
    /// some more blocks without another comparison.
    ///
    /// - Parameters:
    ///   - filtered: The next rows, at most one block.
    ///   - plain: The same rows without filters.
    ///   - isLast: Whether these are the last bytes of the stream.
    ///   - target: The buffer to append to, with room for ``maximumByteCount(_:)``.
    mutating func append(
        filtered: Span<UInt8>,
        plain: Span<UInt8>,
        isLast: Bool,
        to target: inout BitBuffer
    ) {
        precondition(
            filtered.count == plain.count && plain.count <= DeflateTokens.maximumByteCount,
            "more than one block"
        )
        let compares = blocksUntilComparison == 0
        blocksUntilComparison = compares ? Self.blocksBetweenComparisons : blocksUntilComparison - 1
        if !compares, prefersPlain {
            let bitCount = plan(plain, findsPixels: true)
            if hasMatches { return appendPlanned(plain, bitCount, isLast, to: &target) }
        }
        let bitCount = plan(filtered)
        guard compares, hasMatches else {
            return appendPlanned(filtered, bitCount, isLast, to: &target)
        }
        let plainBitCount = plan(plain, findsPixels: true)
        prefersPlain = plainBitCount < bitCount
        if prefersPlain {
            appendPlanned(plain, plainBitCount, isLast, to: &target)
        } else {
            appendPlanned(filtered, plan(filtered), isLast, to: &target)
        }
    }

    private mutating func appendPlanned(
        _ bytes: Span<UInt8>,
        _ bitCount: Int,
        _ isLast: Bool,
        to target: inout BitBuffer
    ) {
        checksum.append(bytes)
        writeBlock(bytes, bitCount, isLast: isLast, to: &target)
        if isLast { end(&target) }
    }

    private mutating func appendBlocks(
        _ bytes: Span<UInt8>,
        isLast: Bool,
        to target: inout BitBuffer
    ) {
        var start = 0
        repeat {
            let end = min(bytes.count, start + DeflateTokens.maximumByteCount)
            let block = bytes.extracting(start..<end)
            writeBlock(block, plan(block), isLast: isLast && end == bytes.count, to: &target)
            start = end
        } while start < bytes.count
        if isLast { self.end(&target) }
    }

    private func end(_ target: inout BitBuffer) {
        target.alignToByte()
        target.append(bigEndian: checksum.value)
    }

    /// Divides a block into literals and matches, builds the codes for them, and returns the size
    /// in bits.
    ///
    /// - Returns: The size of the block with its codes, in bits.
    private mutating func plan(_ bytes: Span<UInt8>, findsPixels: Bool = false) -> Int {
        tokens.fill(bytes, distance: distance, findsPixels: findsPixels)
        literalCode.build(tokens.frequencies, limit: Self.codeLimit)
        distanceCode.build(tokens.distanceFrequencies, limit: Self.codeLimit)
        header.describe(literalCode.lengths, distanceLengths: distanceCode.lengths)
        return header.bitCount + payloadBitCount
    }

    /// Writes the block for which codes were built last, or stores it uncompressed if that is
    /// shorter.
    private func writeBlock(
        _ bytes: Span<UInt8>,
        _ bitCount: Int,
        isLast: Bool,
        to target: inout BitBuffer
    ) {
        target.append(bits: isLast ? 1 : 0, count: 1)
        if bitCount + 2 >= (bytes.count + 4) * 8 {
            Self.store(bytes, in: &target)
        } else {
            header.write(to: &target)
            write(bytes, bitCount: bitCount - header.bitCount, to: &target)
        }
    }

    /// The size of all literals, matches and the end of the block, in bits.
    private var payloadBitCount: Int {
        var bitCount = tokens.extraBitCount
        for (frequency, length) in zip(tokens.frequencies, literalCode.lengths) {
            bitCount += Int(frequency) * Int(length)
        }
        for (frequency, length) in zip(tokens.distanceFrequencies, distanceCode.lengths) {
            bitCount += Int(frequency) * Int(length)
        }
        return bitCount
    }

    /// Writes a block without compression.
    private static func store(_ bytes: Span<UInt8>, in target: inout BitBuffer) {
        target.append(bits: 0, count: 2)
        target.alignToByte()
        let count = UInt32(bytes.count)
        target.append(bits: count, count: 16)
        target.append(bits: ~count & 0xFFFF, count: 16)
        target.append(bytes)
    }

    private func write(
        _ bytes: Span<UInt8>,
        bitCount: Int,
        to target: inout BitBuffer
    ) {
        DeflatePayload.write(
            bytes,
            tokens: tokens.span,
            literals: literalCode.entries.span,
            distances: distanceCode.entries.span,
            byteCount: bitCount / 8 + 2,
            to: &target
        )
    }
}
