// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Raster

/// The Gaussian blur by its definition, in `Double`: what the kernels are measured against.
///
/// The weights are the Gaussian at whole pixels, cut at 7 sigma, scaled to a sum of one, along both
/// axes. Only chosen rows and columns of the result are computed.
package struct GaussianReference {
    /// The rows of the result that are computed.
    package let rows: [Int]
    /// The columns of the result that are computed.
    package let columns: [Int]
    private let rowWeights: [[Double]]
    private let columnWeights: [[Double]]

    /// Prepares the weights.
    ///
    /// - Parameters:
    ///   - size: Of the picture.
    ///   - sigma: The standard deviation in pixels.
    ///   - edge: What lies beyond the picture.
    ///   - margin: By how much the result is larger on each side.
    ///   - limit: The most rows and columns that are computed; the ends are always among them.
    package init(size: PixelSize, sigma: Double, edge: EdgeMode, margin: Int, limit: Int = 200) {
        rows = Self.chosen(size.height + 2 * margin, limit)
        columns = Self.chosen(size.width + 2 * margin, limit)
        rowWeights = rows.map { Self.weights($0 - margin, size.height, sigma, edge) }
        columnWeights = columns.map { Self.weights($0 - margin, size.width, sigma, edge) }
    }

    /// Blurs a plane.
    ///
    /// - Parameter plane: Rows of the picture, one after the other.
    /// - Returns: The chosen columns of the chosen rows.
    package func blurred(_ plane: [Double]) -> [Double] {
        let width = columnWeights[0].count
        let height = rowWeights[0].count
        var across = [Double](repeating: 0, count: height * columns.count)
        for y in 0..<height {
            for (index, weights) in columnWeights.enumerated() {
                var sum = 0.0
                for x in 0..<width { sum += weights[x] * plane[y * width + x] }
                across[y * columns.count + index] = sum
            }
        }
        var result: [Double] = []
        result.reserveCapacity(rows.count * columns.count)
        for weights in rowWeights {
            for column in columns.indices {
                var sum = 0.0
                for y in 0..<height { sum += weights[y] * across[y * columns.count + column] }
                result.append(sum)
            }
        }
        return result
    }

    private static func chosen(_ count: Int, _ limit: Int) -> [Int] {
        if count <= limit { return Array(0..<count) }
        return (0..<limit).map { $0 * (count - 1) / (limit - 1) }
    }

    /// What each real pixel contributes to a position.
    private static func weights(
        _ position: Int,
        _ count: Int,
        _ sigma: Double,
        _ edge: EdgeMode
    ) -> [Double] {
        let reach = Int((7 * sigma).rounded(.up))
        var weights = [Double](repeating: 0, count: count)
        var total = 0.0
        for offset in -reach...reach {
            let scaled = offset == 0 ? 0 : Double(offset) / sigma
            let weight = exp(-scaled * scaled / 2)
            total += weight
            if let pixel = pixel(position + offset, count, edge) { weights[pixel] += weight }
        }
        if edge == .normalize { total = weights.reduce(0, +) }
        return weights.map { $0 / total }
    }

    private static func pixel(_ position: Int, _ count: Int, _ edge: EdgeMode) -> Int? {
        switch edge {
        case .clamp:
            return min(max(position, 0), count - 1)
        case .mirror:
            // Reflections repeat after the picture and its mirror image.
            let period = 2 * count
            let folded = (position % period + period) % period
            return folded < count ? folded : period - 1 - folded
        case .normalize, .transparent, .expand:
            return (0..<count).contains(position) ? position : nil
        }
    }
}
