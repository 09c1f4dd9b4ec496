// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// A type of low-resolution sample that a reduction writes, signed or unsigned, with its kernel.
protocol LowSample: BitwiseCopyable {
    /// Blurs along columns, into one row of results or two neighboring rows.
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into rows: inout MutableSpan<Self>,
        shape: RowsShape,
        using kernels: any KernelSet.Type
    )
}

extension Int16: LowSample {
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into rows: inout MutableSpan<Int16>,
        shape: RowsShape,
        using kernels: any KernelSet.Type
    ) {
        kernels.blurColumns(ring, starts: starts, weights: weights, into: &rows, shape: shape)
    }
}

extension UInt16: LowSample {
    static func blurColumns(
        _ ring: Span<Int16>,
        starts: Span<Int>,
        weights: Span<Int32>,
        into rows: inout MutableSpan<UInt16>,
        shape: RowsShape,
        using kernels: any KernelSet.Type
    ) {
        kernels.blurColumns(ring, starts: starts, weights: weights, into: &rows, shape: shape)
    }
}
