// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Band where Form == Premultiplied {
    /// Writes a convolution of a color channel; the pixel itself stands in for transparency.
    ///
    /// With the sums K(p) of the channel and K(a) of alpha, and the sum W of all weights, the result
    /// is a · K(p) + p · (W − K(a)), limited to 0 to alpha. The row has the pixel's p and a before.
    ///
    /// - Parameters:
    ///   - row: The row to change.
    ///   - channel: A color channel.
    ///   - sums: The sums of the channel.
    ///   - alphaSums: The sums of alpha; ignored for an image without alpha.
    ///   - total: The sum of all weights.
    package mutating func settle(
        row: Int,
        channel: Int,
        _ sums: borrowing WeightedSums,
        alpha alphaSums: borrowing WeightedSums,
        total: Float
    ) {
        let (width, stride) = (width, planeStride)
        let alphaStart = layout.hasAlpha ? (layout.channelCount - 1) * stride : nil
        let sums = sums.values()
        let alphaSums = alphaSums.values()
        var planes = mutablePlanes(ofRow: row)
        for x in 0..<width {
            let index = channel * stride + x
            guard let alphaStart else {
                planes[index] = Self.limited(sums[x], 65_535)
                continue
            }
            let alpha = Float(planes[alphaStart + x])
            let rest = Float(planes[index]) * (total * 65_535 - alphaSums[x])
            planes[index] = Self.limited((alpha * sums[x] + rest) * (1 / 65_535), alpha)
        }
    }

    /// Writes the length of the gradient of a color channel; the pixel itself stands in for
    /// transparency.
    ///
    /// - Parameters:
    ///   - row: The row to change.
    ///   - channel: A color channel.
    ///   - columns: The sums of the channel for the direction along rows; their weights add up to 0.
    ///   - rows: The sums of the channel for the direction along columns.
    ///   - alphaColumns: The sums of alpha along rows; ignored for an image without alpha.
    ///   - alphaRows: The sums of alpha along columns; ignored for an image without alpha.
    package mutating func settleGradient(
        row: Int,
        channel: Int,
        _ columns: borrowing WeightedSums,
        _ rows: borrowing WeightedSums,
        alpha alphaColumns: borrowing WeightedSums,
        _ alphaRows: borrowing WeightedSums
    ) {
        let (width, stride) = (width, planeStride)
        let alphaStart = layout.hasAlpha ? (layout.channelCount - 1) * stride : nil
        let columns = columns.values()
        let rows = rows.values()
        let alphaColumns = alphaColumns.values()
        let alphaRows = alphaRows.values()
        var planes = mutablePlanes(ofRow: row)
        for x in 0..<width {
            let index = channel * stride + x
            var (u, v, alpha) = (columns[x], rows[x], Float(65_535))
            if let alphaStart {
                alpha = Float(planes[alphaStart + x])
                let sample = Float(planes[index])
                u = (alpha * u - sample * alphaColumns[x]) * (1 / 65_535)
                v = (alpha * v - sample * alphaRows[x]) * (1 / 65_535)
            }
            planes[index] = Self.limited((u * u + v * v).squareRoot(), alpha)
        }
    }
}
