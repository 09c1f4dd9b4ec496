// SPDX-License-Identifier: Apache-2.0

import Raster

/// The fast PNG encoder: it searches for little more than runs when it compresses.
///
/// It filters rows and writes several rows at a time as one chunk of deflate blocks.
///
/// It is a class so that one of its parts can read the rows of another while both change.
final class PNGStreamWriter: RowWriter {
    /// The number of bytes gathered for one chunk, unless one row has more.
    private static let bandByteCount = DeflateTokens.maximumByteCount

    private let rowsInBand: Int
    private var rowsLeft: Int
    private var rowsGathered = 0
    private var hasBegun = false
    private var filter: PNGRowFilter
    private var band: Samples<UInt8>
    /// The rows of the band without filters, if a band is one deflate block.
    private var plainBand: Samples<UInt8>
    /// Whether rows are also kept without filters, as drawings and text often take fewer bits so.
    private var keepsPlain: Bool
    private var deflate: DeflateWriter
    private var chunks: PNGChunkWriter

    /// Creates an encoder for pixels of whole bytes, and writes all chunks before the pixels.
    init(
        _ form: PNGForm,
        size: PixelSize,
        profile: [UInt8]?,
        to output: ByteOutput
    ) throws(CodecError) {
        let pixelByteCount = form.pixelBits / 8
        filter = PNGRowFilter(
            byteCount: size.width * pixelByteCount,
            pixelByteCount: pixelByteCount
        )
        let filtered = filter.byteCount + 1
        rowsLeft = size.height
        rowsInBand = min(size.height, max(1, Self.bandByteCount / filtered))
        band = Samples(repeating: 0, count: rowsInBand * filtered + PNGRowFilter.margin)
        keepsPlain = rowsInBand * filtered <= Self.bandByteCount
        plainBand = Samples(repeating: 0, count: keepsPlain ? rowsInBand * filtered : 0)
        deflate = DeflateWriter(distance: pixelByteCount)
        chunks = PNGChunkWriter(
            capacity: DeflateWriter.maximumByteCount(rowsInBand * filtered),
            output: output
        )
        try PNGChunkWriter.writeHead(form, size: size, profile: profile, to: output)
    }

    /// Encodes the next row of interleaved bytes.
    func writeRow(_ row: Span<UInt8>) throws(CodecError) {
        precondition(rowsLeft > 0, "the picture has fewer rows")
        let start = rowsGathered * (filter.byteCount + 1)
        let end = start + filter.byteCount + 1 + PNGRowFilter.margin
        var room = band.mutableSpan(start..<end)
        filter.filter(row, into: &room)
        if keepsPlain {
            var room = plainBand.mutableSpan(start..<(start + filter.byteCount + 1))
            room[0] = PNGFilter.none.rawValue
            room.copy(row, at: 1)
        }
        rowsGathered += 1
        rowsLeft -= 1
        if rowsGathered == rowsInBand || rowsLeft == 0 { try writeBand() }
    }

    private func writeBand() throws(CodecError) {
        chunks.begin(.pixels)
        if !hasBegun { DeflateWriter.begin(in: &chunks.contents) }
        hasBegun = true
        let rows = 0..<(rowsGathered * (filter.byteCount + 1))
        let isLast = rowsLeft == 0
        if keepsPlain {
            deflate.append(
                filtered: band.span(rows),
                plain: plainBand.span(rows),
                isLast: isLast,
                to: &chunks.contents
            )
        } else {
            deflate.append(band.span(rows), isLast: isLast, to: &chunks.contents)
        }
        keepsPlain = plainBand.count > 0 && deflate.hasMatches
        rowsGathered = 0
        try chunks.end()
    }

    /// Writes the IEND chunk after the last row.
    func finish() throws(CodecError) {
        chunks.begin(.end)
        try chunks.end()
    }
}
