// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

// Overloads of the kernels for ranges of samples: two properties passed as arguments are accessed
// separately.

extension BlurKernelSet {
    static func average(
        _ sums: borrowing Samples<Int32>,
        _ source: Range<Int>,
        bias: Int32,
        shift: Int,
        into row: inout Samples<Int16>,
        _ target: Range<Int>
    ) {
        var result = row.mutableSpan(target)
        average(sums.span(source), bias: bias, shift: shift, into: &result)
    }

    static func average(
        _ sums: borrowing Samples<Int32>,
        _ source: Range<Int>,
        divisor: Int32,
        into row: inout Samples<Int16>,
        _ target: Range<Int>
    ) {
        var result = row.mutableSpan(target)
        average(sums.span(source), divisor: divisor, into: &result)
    }

    static func blurRow(
        _ row: borrowing Samples<Int16>,
        _ source: Range<Int>,
        weights: Span<Int32>,
        into ring: inout Samples<Int16>,
        _ target: Range<Int>
    ) {
        var result = ring.mutableSpan(target)
        blurRow(row.span(source), weights: weights, into: &result)
    }
}

extension Samples {
    /// Replaces the element at an index.
    mutating func update(_ element: Element, at index: Int) {
        var run = mutableSpan(index..<(index + 1))
        run[0] = element
    }
}
