// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

/// The decoder of rows that a foreign codec has delivered as a whole.
struct ForeignReader: RowReader, ~Copyable {
    private let rows: any ForeignRows

    /// None: a damaged file is an error.
    var damage: Set<Damage> { [] }

    /// Takes over rows.
    init(_ rows: any ForeignRows) { self.rows = rows }

    func readRow(into row: inout MutableSpan<UInt8>, rowsDecoded: Int) throws(CodecError) {
        rows.copyRow(rowsDecoded, into: &row)
    }
}
