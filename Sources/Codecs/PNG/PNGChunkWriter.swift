// SPDX-License-Identifier: Apache-2.0

/// A writer of PNG chunks that gathers each chunk before it writes it.
///
/// Reference: ISO/IEC 15948:2004, 5.3.
struct PNGChunkWriter: ~Copyable {
    /// The number of bytes for length, name and checksum.
    static let overheadByteCount = 12

    /// The greatest number of bytes handed to the output at a time.
    private static let pieceByteCount = 16 << 10

    /// The header and contents of the current chunk, with bits left over for the next one.
    var contents: BitBuffer

    private let output: ByteOutput

    /// Creates a writer of chunks, whose contents have at most a given size.
    ///
    /// - Parameters:
    ///   - capacity: The greatest size of a chunk's contents, in bytes.
    ///   - output: The output for the file.
    init(capacity: Int, output: ByteOutput) {
        contents = BitBuffer(capacity: capacity + Self.overheadByteCount)
        self.output = output
    }

    /// Begins a chunk, leaving room for its length.
    mutating func begin(_ kind: PNGChunk.Kind) {
        contents.removeBytes()
        contents.append(bigEndian: 0)
        contents.append(bigEndian: UInt32(kind.code))
    }

    /// Completes the current chunk with its length and checksum, and writes it.
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
