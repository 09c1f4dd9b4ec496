// SPDX-License-Identifier: Apache-2.0

import KernelInterface
import Raster

// The kernels of the blur on runs of owned samples: source and target are separate accesses here.

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
        weights: Span<Int32>,
        into ring: inout Samples<Int16>,
        _ target: Range<Int>
    ) {
        var result = ring.mutableSpan(target)
        blurRow(row.span(0..<row.count), weights: weights, into: &result)
    }
}

extension Samples {
    /// Replaces one element.
    mutating func update(_ element: Element, at index: Int) {
        var run = mutableSpan(index..<(index + 1))
        run[0] = element
    }
}

/// A sample as it comes in: what kernels do to rows of such.
protocol PlaneSample: BitwiseCopyable {
    /// Adds rows to three rows of sums.
    static func accumulate(
        _ rows: Span<Self>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int),
        using kernels: any KernelSet.Type
    )

    /// Centers samples.
    static func center(
        _ samples: Span<Self>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    )
}

extension UInt16: PlaneSample {
    static func accumulate(
        _ rows: Span<UInt16>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int),
        using kernels: any KernelSet.Type
    ) {
        kernels.accumulate(
            rows,
            shape: shape,
            weights: weights,
            fresh: fresh,
            into: &sums,
            at: starts
        )
    }

    static func center(
        _ samples: Span<UInt16>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.center(samples, into: &row)
    }
}

extension UInt8: PlaneSample {
    static func accumulate(
        _ rows: Span<UInt8>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int),
        using kernels: any KernelSet.Type
    ) {
        kernels.accumulate(
            rows,
            shape: shape,
            weights: weights,
            fresh: fresh,
            into: &sums,
            at: starts
        )
    }

    static func center(
        _ samples: Span<UInt8>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.center(samples, into: &row)
    }
}
