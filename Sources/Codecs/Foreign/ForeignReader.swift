// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// A row reader for a picture that an external codec has already decoded as a whole.
struct ForeignReader: RowReader, ~Copyable {
    private let rows: any ForeignRows

    /// The constructs of a drawing that are not drawn; external codecs refuse damaged files.
    var damage: Set<Damage> { rows.colors.damage }

    /// Creates a reader of rows that are already decoded.
    init(_ rows: any ForeignRows) { self.rows = rows }

    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        rows.copyRow(rowsDecoded, into: &row)
    }
}
