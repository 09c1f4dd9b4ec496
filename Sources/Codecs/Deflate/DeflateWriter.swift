// SPDX-License-Identifier: Apache-2.0

/// A writer of zlib streams, which gives each block its own prefix codes or stores it uncompressed.
///
/// Reference: RFC 1950 (the frame), RFC 1951 (the blocks).
struct DeflateWriter: ~Copyable {
    /// The length of the longest code in bits; one flush writes four of them.
    static let codeLimit = 12

    private let distance: Int
    private var tokens = DeflateTokens()
    private var literalCode = PrefixCode(symbolCount: DeflateTokens.symbolCount)
    private var distanceCode = PrefixCode(symbolCount: DeflateSymbols.distanceSymbolCount)
    private var header = DeflateHeader()
    private var checksum = Adler32()

    /// The greatest size of a part of a stream, in bytes.
    ///
    /// - Parameter byteCount: The number of bytes to compress.
    /// - Returns: The number of compressed bytes.
    static func maximumByteCount(_ byteCount: Int) -> Int {
        // The zlib header and the checksum; for each stored block its header and the bits before
        // it.
        8 + byteCount + 8 * (byteCount / DeflateTokens.maximumByteCount + 1)
    }

    /// Creates a stream.
    ///
    /// - Parameter distance: The distance of runs.
    init(distance: Int) {
        self.distance = distance
    }

    /// Writes the header of a zlib stream: deflate, a window of 32 KiB, fastest compression.
    static func begin(in target: inout BitBuffer) {
        target.append(byte: 0x78)
        target.append(byte: 0x01)
    }

    /// Compresses bytes.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of the stream. Matches do not reach back to earlier bytes.
    ///   - isLast: Whether these are the last bytes of the stream.
    ///   - target: The buffer to append to, with room for ``maximumByteCount(_:)``.
    mutating func append(_ bytes: Span<UInt8>, isLast: Bool, to target: inout BitBuffer) {
        checksum.append(bytes)
        var start = 0
        repeat {
            let end = min(bytes.count, start + DeflateTokens.maximumByteCount)
            appendBlock(
                bytes.extracting(start..<end),
                isLast: isLast && end == bytes.count,
                to: &target
            )
            start = end
        } while start < bytes.count
        if isLast {
            target.alignToByte()
            target.append(bigEndian: checksum.value)
        }
    }

    private mutating func appendBlock(
        _ bytes: Span<UInt8>,
        isLast: Bool,
        to target: inout BitBuffer
    ) {
        tokens.fill(bytes, distance: distance)
        literalCode.build(tokens.frequencies, limit: Self.codeLimit)
        distanceCode.build(tokens.distanceFrequencies, limit: Self.codeLimit)
        header.describe(literalCode.lengths, distanceLengths: distanceCode.lengths)
        let payloadBitCount = payloadBitCount
        let bitCount = header.bitCount + payloadBitCount
        target.append(bits: isLast ? 1 : 0, count: 1)
        if bitCount + 2 >= (bytes.count + 4) * 8 {
            Self.store(bytes, in: &target)
        } else {
            header.write(to: &target)
            write(bytes, bitCount: payloadBitCount, to: &target)
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

    /// Writes a block uncompressed.
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
