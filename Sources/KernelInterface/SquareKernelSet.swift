// SPDX-License-Identifier: Apache-2.0

/// The kernels that interpolate squares of pixels from low-resolution samples and turn pixels into
/// DCT blocks.
///
/// Every variant gives the same bits: terms are added in order, and products are not fused with sums.
package protocol SquareKernelSet {
    /// Multiplies two small matrices.
    ///
    /// - Parameters:
    ///   - factors: The left matrix, row by row.
    ///   - rows: The right matrix.
    ///   - shape: The sizes of both.
    ///   - result: The product.
    static func multiply(
        _ factors: Span<Float>,
        _ rows: Span<Float>,
        shape: ProductShape,
        into result: inout MutableSpan<Float>
    )

    /// Multiplies the 64 coefficients of a block by one factor each, and rounds them, half to even.
    ///
    /// - Parameters:
    ///   - coefficients: The coefficients, whose products lie between -32,768 and 32,767.
    ///   - factors: The reciprocals of a quantization table.
    ///   - result: The products.
    /// - Returns: A bit for each product that is not zero, the lowest for the first.
    static func quantize(
        _ coefficients: Span<Float>,
        by factors: Span<Float>,
        into result: inout MutableSpan<Int16>
    ) -> UInt64

    /// Averages each square of one or four pixels to a byte value minus 128, the input of a DCT.
    ///
    /// A pixel is 256 times a byte value; larger ones count as 255.
    ///
    /// - Parameters:
    ///   - rows: A row of pixels for each pixel of a square along an axis.
    ///   - stride: The distance between two rows.
    ///   - pitch: The pixels of a square along each axis, 1 or 2.
    ///   - means: The means in byte values, minus 128.
    static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into means: inout MutableSpan<Float>
    )

    /// Averages each square of one or four pixels to a byte, rounded to nearest, half up.
    ///
    /// - Parameters:
    ///   - rows: A row of pixels for each pixel of a square along an axis.
    ///   - stride: The distance between two rows.
    ///   - pitch: The pixels of a square along each axis, 1 or 2.
    ///   - bytes: The means.
    static func average(
        _ rows: Span<UInt16>,
        stride: Int,
        pitch: Int,
        into bytes: inout MutableSpan<UInt8>
    )
}

/// The sizes and strides of two matrices and their product.
package struct ProductShape: Sendable {
    /// The number of rows of the left matrix and of the product.
    package var count: Int
    /// The number of columns of the left matrix, and of rows of the right one.
    package var depth: Int
    /// The number of columns of the right matrix and of the product, a multiple of eight.
    package var width: Int
    /// The distance between the starts of two rows of the right matrix, in elements.
    package var stride: Int
    /// The distance between the starts of two rows of the product, in elements.
    package var resultStride: Int

    /// Creates the sizes and strides of a product of two matrices.
    package init(count: Int, depth: Int, width: Int, stride: Int, resultStride: Int) {
        precondition(count > 0 && depth > 0, "a matrix without rows or columns")
        precondition(width > 0 && width % 8 == 0, "no whole number of vectors")
        (self.count, self.depth, self.width) = (count, depth, width)
        (self.stride, self.resultStride) = (stride, resultStride)
    }

    /// The least number of elements in a buffer that holds the right matrix.
    package var rowsCount: Int { (depth - 1) * stride + width }

    /// The least number of elements in a buffer that holds the product.
    package var resultCount: Int { (count - 1) * resultStride + width }
}
