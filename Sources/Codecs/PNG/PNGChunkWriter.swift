// SPDX-License-Identifier: Apache-2.0

/// Writes the chunks of a PNG, each of which is gathered before it leaves.
///
/// Reference: ISO/IEC 15948:2004, 5.3.
struct PNGChunkWriter: ~Copyable {
    /// Length, name and checksum.
    static let overheadByteCount = 12

    /// The most that is handed over at once.
    private static let pieceByteCount = 16 << 10

    /// The contents of the chunk behind its head, and bits that belong to the next one.
    var contents: BitBuffer

    private let output: ByteOutput

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - capacity: The contents of a chunk at most.
    ///   - output: Where the file goes.
    init(capacity: Int, output: ByteOutput) {
        contents = BitBuffer(capacity: capacity + Self.overheadByteCount)
        self.output = output
    }

    /// Begins a chunk; its length is not known yet.
    mutating func begin(_ kind: PNGChunk.Kind) {
        contents.removeBytes()
        contents.append(bigEndian: 0)
        contents.append(bigEndian: UInt32(kind.code))
    }

    /// Hands a chunk over.
    mutating func end() throws(CodecError) {
        let count = contents.count
        contents.replace(at: 0, bigEndian: UInt32(count - 8))
        contents.append(bigEndian: contents.span(0..<count).checksum(4..<count))
        var start = 0
        while start < contents.count {
            let end = min(contents.count, start + Self.pieceByteCount)
            guard output.append(contents.span(start..<end)) else { throw .sinkClosed }
            start = end
        }
    }
}
