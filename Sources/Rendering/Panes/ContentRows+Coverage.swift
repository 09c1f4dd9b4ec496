// SPDX-License-Identifier: Apache-2.0

import Kernels
import Raster
import Typesetting

// Swift treats two properties, and a span of one of them, as separate accesses in a static function.
extension ContentRows {
    static func copy(
        _ plane: borrowing Band<Premultiplied>,
        row: Int,
        into weights: inout Samples<UInt16>
    ) {
        let samples = plane.row(row, of: 0)
        var target = weights.mutableSpan(0..<samples.count)
        target.copy(samples)
    }

    static func copy(_ samples: Span<UInt8>, into weights: inout Samples<UInt16>) {
        var target = weights.mutableSpan(0..<samples.count)
        for x in 0..<samples.count { target[x] = UInt16(samples[x]) * 257 }
    }

    static func subtract(
        _ hole: borrowing Samples<UInt16>,
        from weights: inout Samples<UInt16>,
        _ columns: Range<Int>
    ) {
        let samples = hole.span(columns)
        var row = weights.mutableSpan(columns)
        for x in 0..<row.count { row[x] -= min(row[x], samples[x]) }
    }

    static func clear(_ layer: inout Band<Straight>) {
        for channel in 0..<layer.layout.channelCount {
            var row = layer.mutableRow(0, of: channel)
            row.update(repeating: 0)
        }
    }

    static func cover(
        _ coverage: inout PathCoverage?,
        _ weights: inout Samples<UInt16>
    ) -> Range<Int> {
        var row = weights.mutableSpan(0..<weights.count)
        return coverage?.coverNext(into: &row) ?? 0..<0
    }
}
