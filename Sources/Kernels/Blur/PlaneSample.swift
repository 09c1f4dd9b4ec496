// SPDX-License-Identifier: Apache-2.0

import KernelInterface

/// A type of sample that planes consist of, 16 or 8 bits, with the kernels for it.
protocol PlaneSample: BitwiseCopyable {
    /// Adds weighted rows to three rows of running sums.
    static func accumulate(
        _ rows: Span<Self>,
        shape: RowsShape,
        weights: Span<Int32>,
        fresh: Bool,
        into sums: inout MutableSpan<Int32>,
        at starts: (Int, Int, Int),
        using kernels: any KernelSet.Type
    )

    /// Reduces each step of several rows to one row of averages, by weighted running sums.
    static func sumSteps(
        _ rows: Span<Self>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    )

    /// Converts samples to signed 16-bit ones by subtracting 32,768.
    static func center(
        _ samples: Span<Self>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    )

    /// Interpolates several consecutive rows from three low-resolution rows.
    static func expand(
        _ low: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into rows: inout MutableSpan<Self>,
        shape: RowsShape,
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

    static func sumSteps(
        _ rows: Span<UInt16>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.sumSteps(
            rows,
            shape: shape,
            weights: weights,
            sums: &sums,
            into: &averages
        )
    }

    static func center(
        _ samples: Span<UInt16>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.center(samples, into: &row)
    }

    static func expand(
        _ low: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into rows: inout MutableSpan<UInt16>,
        shape: RowsShape,
        using kernels: any KernelSet.Type
    ) {
        kernels.expand(low, at: starts, curve: curve, into: &rows, shape: shape)
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

    static func sumSteps(
        _ rows: Span<UInt8>,
        shape: StepsShape,
        weights: Span<Int32>,
        sums: inout MutableSpan<Int32>,
        into averages: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.sumSteps(
            rows,
            shape: shape,
            weights: weights,
            sums: &sums,
            into: &averages
        )
    }

    static func center(
        _ samples: Span<UInt8>,
        into row: inout MutableSpan<Int16>,
        using kernels: any KernelSet.Type
    ) {
        kernels.center(samples, into: &row)
    }

    static func expand(
        _ low: Span<Int16>,
        at starts: (Int, Int, Int),
        curve: ExpansionCurve,
        into rows: inout MutableSpan<UInt8>,
        shape: RowsShape,
        using kernels: any KernelSet.Type
    ) {
        kernels.expand(low, at: starts, curve: curve, into: &rows, shape: shape)
    }
}
