// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster

extension Band where Form == Straight {
    /// Blends a row of another band onto part of a row of this one, with a weight for each column.
    mutating func blend(
        _ source: borrowing Band<Straight>,
        row sourceRow: Int,
        columns: Range<Int>,
        ontoRow row: Int,
        at column: Int,
        weights: borrowing Samples<UInt16>,
        layering: Layering
    ) {
        blend(
            source,
            row: sourceRow,
            columns: columns,
            ontoRow: row,
            at: column,
            weights: weights.span(0..<source.width),
            layering: layering
        )
    }
}

extension Samples<UInt16> {
    /// Multiplies a range of samples by the samples of a mask.
    mutating func multiply(
        by mask: borrowing Band<Premultiplied>,
        row maskRow: Int,
        _ columns: Range<Int>
    ) {
        var row = mutableSpan(columns)
        let samples = mask.row(maskRow, of: 0).extracting(columns)
        for x in 0..<row.count {
            row[x] = UInt16((UInt64(row[x]) * UInt64(samples[x]) + 32_767) / 65_535)
        }
    }

    /// Sets all samples to one value.
    mutating func fill(with value: UInt16) {
        var samples = mutableSpan(0..<count)
        samples.update(repeating: value)
    }

    /// Multiplies a range of samples by an alpha, of which 65,535 is 1.
    mutating func fade(by alpha: UInt16, _ range: Range<Int>) {
        var row = mutableSpan(range)
        for x in 0..<row.count {
            row[x] = UInt16((UInt32(row[x]) * UInt32(alpha) + 32_767) / 65_535)
        }
    }
}
