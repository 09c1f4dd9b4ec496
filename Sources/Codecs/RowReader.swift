// SPDX-License-Identifier: Apache-2.0

import Raster

/// A decoder of one format; ``RowReader`` is one at work.
enum ImageReader: Hashable {
    case jpeg
    case png
}

/// The decoder library that reads a file.
enum RowReader: ~Copyable {
    case jpeg(JPEGReader)
    case png(PNGReader)

    /// Decodes the next row in the library's own format.
    func readRow(into row: inout Samples<UInt8>, rowsDecoded: Int) throws(CodecError) {
        var row = row.mutableSpan(0..<row.count)
        switch self {
        case .jpeg(let reader): try reader.readRow(into: &row, rowsDecoded: rowsDecoded)
        case .png(let reader): try reader.readRow(into: &row, rowsDecoded: rowsDecoded)
        }
    }
}
