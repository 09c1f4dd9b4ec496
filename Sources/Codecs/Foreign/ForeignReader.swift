// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A row reader for an image that an external codec decodes, as a whole or tile by tile.
struct ForeignReader: RowReader, ~Copyable {
    private let rows: any ForeignRows

    /// The constructs of a drawing that are not drawn; external codecs refuse damaged files.
    var damage: Set<Damage> { rows.colors.damage }

    /// Creates a reader of the rows of an image.
    init(_ rows: any ForeignRows) { self.rows = rows }

    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        try rows.copyRow(rowsDecoded, into: &row)
    }
}
