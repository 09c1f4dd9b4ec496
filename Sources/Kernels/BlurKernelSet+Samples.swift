// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

// The kernels of the blur on runs of owned samples: source and target are separate accesses here.

extension BlurKernelSet {
    static func average(
        _ sums: borrowing Samples<Int32>,
        _ source: Range<Int>,
        bias: Int32,
        scale: Float,
        into row: inout Samples<Float>,
        _ target: Range<Int>
    ) {
        var result = row.mutableSpan(target)
        average(sums.span(source), bias: bias, scale: scale, into: &result)
    }

    static func widen(
        _ samples: Span<UInt16>,
        into row: inout Samples<Float>,
        _ target: Range<Int>
    ) {
        var result = row.mutableSpan(target)
        widen(samples, into: &result)
    }

    static func decimate(
        _ row: borrowing Samples<Float>,
        _ source: Range<Int>,
        by decimation: borrowing Decimation,
        scratch: inout Samples<Float>,
        count: Int,
        into low: inout Samples<Float>
    ) {
        var phases = scratch.mutableSpan(0..<scratch.count)
        var result = low.mutableSpan(0..<low.count)
        decimate(row.span(source), by: decimation, scratch: &phases, count: count, into: &result)
    }

    static func blurRow(
        _ row: borrowing Samples<Float>,
        weights: Span<Float>,
        into ring: inout Samples<Float>,
        _ target: Range<Int>
    ) {
        var result = ring.mutableSpan(target)
        blurRow(row.span(0..<row.count), weights: weights, into: &result)
    }

    static func blurColumns(
        _ ring: borrowing Samples<Float>,
        starts: borrowing Samples<Int>,
        weights: Span<Float>,
        into results: inout Samples<Float>,
        _ target: Range<Int>
    ) {
        var result = results.mutableSpan(target)
        blurColumns(
            ring.span(0..<ring.count),
            starts: starts.span(0..<starts.count),
            weights: weights,
            into: &result
        )
    }

    static func mix(
        _ rows: borrowing Samples<Float>,
        starts: (Int, Int, Int),
        weights: SIMD3<Float>,
        into row: inout Samples<Float>
    ) {
        var result = row.mutableSpan(0..<row.count)
        mix(rows.span(0..<rows.count), starts: starts, weights: weights, into: &result)
    }
}

extension Samples {
    /// Replaces one element.
    mutating func update(_ element: Element, at index: Int) {
        var run = mutableSpan(index..<(index + 1))
        run[0] = element
    }
}
