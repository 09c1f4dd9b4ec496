// SPDX-License-Identifier: Apache-2.0

extension ScalarKernels {
    package static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape
    ) {
        applyMatrix(matrix, to: &planes, shape: shape, columns: 0..<shape.width)
    }

    /// Applies a color matrix to a range of columns.
    package static func applyMatrix(
        _ matrix: ColorCoefficients,
        to planes: inout MutableSpan<UInt16>,
        shape: RowShape,
        columns: Range<Int>
    ) {
        // A gray plane serves as red, green and blue together.
        let stride = shape.colorChannelCount == 3 ? shape.planeStride : 0
        let alphaStart = shape.alphaStart
        for x in columns {
            let red = Float(planes[x])
            let green = Float(planes[stride + x])
            let blue = Float(planes[2 * stride + x])
            let alpha = alphaStart.map { Float(planes[$0 + x]) } ?? 65_535
            func channel(_ row: ColorCoefficients.Row) -> UInt16 {
                let difference =
                    row.red * (red - green) + row.blue * (blue - green)
                    + row.gray * green + row.alpha * alpha + row.bias
                // Sums from 2^23 to 2^24 are whole numbers: the addition rounds, half to even.
                let sum = (0x1p23 + green) + difference
                return UInt16(min(max(sum - 0x1p23, 0), 65_535))
            }
            planes[x] = channel(matrix.red)
            if stride > 0 {
                planes[stride + x] = channel(matrix.green)
                planes[2 * stride + x] = channel(matrix.blue)
            }
            if let alphaStart, let row = matrix.alpha { planes[alphaStart + x] = channel(row) }
        }
    }
}
