// SPDX-License-Identifier: Apache-2.0

extension PNGChunk {
    /// Reads the header of the chunk at an offset.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - offset: The offset of the chunk.
    ///   - isWhole: Whether the whole chunk must be present; otherwise the header is enough for a
    ///     chunk of pixels.
    /// - Throws: `truncated` or `corrupt`.
    init(_ bytes: Span<UInt8>, at offset: Int, isWhole: Bool) throws(CodecError) {
        guard let length = bytes.bigEndian32(at: offset),
            let code = bytes.bigEndian32(at: offset + 4)
        else { throw .truncated }
        guard length <= Int(Int32.max) else { throw .corrupt(.structure(offset: offset)) }
        self.init(Kind(code), (offset + 8)..<(offset + 8 + length))
        guard end <= bytes.count || (type == .pixels && !isWhole) else { throw .truncated }
    }
}
