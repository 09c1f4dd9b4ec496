// SPDX-License-Identifier: Apache-2.0

extension VectorKernels {
    static func unpack8(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) { ScalarKernels.unpack8(bytes, into: &planes, shape: shape) }
    static func unpack16(
        _ bytes: Span<UInt8>,
        into planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) { ScalarKernels.unpack16(bytes, into: &planes, shape: shape) }
    static func pack8(
        _ planes: Span<UInt16>,
        thresholds: SIMD16<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) { ScalarKernels.pack8(planes, thresholds: thresholds, into: &bytes, shape: shape) }
    static func pack16(
        _ planes: Span<UInt16>,
        into bytes: inout MutableSpan<UInt8>,
        shape: RowShape
    ) { ScalarKernels.pack16(planes, into: &bytes, shape: shape) }
    static func premultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        ScalarKernels.premultiply(&planes, shape: shape)
    }
    static func unpremultiply(_ planes: inout MutableSpan<UInt16>, shape: RowShape) {
        ScalarKernels.unpremultiply(&planes, shape: shape)
    }
    static func composite(
        _ color: Span<UInt16>,
        alpha: Span<UInt16>,
        background: UInt16,
        into result: inout MutableSpan<UInt16>
    ) { ScalarKernels.composite(color, alpha: alpha, background: background, into: &result) }
    static func applyMatrix(
        _ matrix: ColorMatrix.Coefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) { ScalarKernels.applyMatrix(matrix, to: &planes, shape: shape) }
}
