// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// The main colors of an image, found by k-means clustering in Oklab.
///
/// The first centers are chosen one by one, each the color that is farthest from the earlier ones,
/// weighted by its area. So equal images have equal palettes.
///
/// Reference: S. P. Lloyd, "Least squares quantization in PCM", IEEE Trans. Information Theory 28(2), 1982.
struct ColorPalette {
    /// A color of the palette, with its share of the image.
    struct Entry {
        /// The mean color of the cluster in Oklab, clipped to sRGB.
        let color: Color
        /// The fraction of the image whose pixels are nearest to the color, from 0 to 1.
        let share: Double
    }

    /// The colors, the largest share first; empty for an image that is transparent everywhere.
    let entries: [Entry]

    /// A bin of similar colors: their mean in Oklab and their weight.
    private struct Bin {
        var color: SIMD3<Double>
        var weight: Double
    }

    /// The greatest number of iterations of k-means.
    private static let roundLimit = 64

    /// Finds the main colors of an image, in which pixels count by their alpha.
    ///
    /// - Parameters:
    ///   - grid: The image.
    ///   - count: The number of colors; there are fewer in an image that has fewer.
    init(of grid: ColorGrid, count: Int) {
        let bins = Self.bins(of: grid)
        var centers = Self.firstCenters(of: bins, count: count)
        var weights: [Double] = []
        for _ in 0..<Self.roundLimit {
            var sums = [SIMD3<Double>](repeating: .zero, count: centers.count)
            weights = [Double](repeating: 0, count: centers.count)
            for bin in bins {
                let owner = Self.nearest(to: bin.color, of: centers)
                sums[owner] += bin.color * bin.weight
                weights[owner] += bin.weight
            }
            var farthest = 0.0
            for index in centers.indices where weights[index] > 0 {
                let center = sums[index] / weights[index]
                farthest = max(farthest, Self.distance(center, centers[index]))
                centers[index] = center
            }
            if farthest < Self.leastDistance { break }
        }
        let total = weights.reduce(0, +)
        entries = zip(centers, weights).filter { $0.1 > 0 }
            .sorted { ($0.1, $0.0.x) > ($1.1, $1.0.x) }
            .map { Entry(color: Color(StraightColor(oklab: $0.0)), share: $0.1 / total) }
    }

    /// The number of leading bits of each channel by which colors are put into bins.
    private static let bits = 5

    /// Puts the colors of an image into bins of similar colors.
    private static func bins(of grid: ColorGrid) -> [Bin] {
        // The place of each color's bin, so that equal colors are found without hashing.
        var places = [Int32](repeating: -1, count: 1 << (3 * bits))
        var bins: [Bin] = []
        for color in grid.colors where color.alpha > 0 {
            let channels = color.channels.clamped(lowerBound: .zero, upperBound: .one)
            let level = channels * Double((1 << bits) - 1) + 0.5
            let key = (Int(level.x) << bits | Int(level.y)) << bits | Int(level.z)
            if places[key] < 0 {
                places[key] = Int32(bins.count)
                bins.append(Bin(color: .zero, weight: 0))
            }
            let place = Int(places[key])
            bins[place].color += channels * color.alpha
            bins[place].weight += color.alpha
        }
        // In an order that does not depend on the places of colors in the image.
        return places.filter { $0 >= 0 }.map { place in
            let bin = bins[Int(place)]
            return Bin(color: StraightColor(bin.color / bin.weight).oklab, weight: bin.weight)
        }
    }

    private static func firstCenters(of bins: [Bin], count: Int) -> [SIMD3<Double>] {
        guard let first = bins.max(by: { $0.weight < $1.weight }) else { return [] }
        var centers = [first.color]
        var distances = bins.map { distance($0.color, first.color) }
        while centers.count < count {
            let far = bins.indices.max {
                distances[$0] * bins[$0].weight < distances[$1] * bins[$1].weight
            }
            guard let far, distances[far] > leastDistance else { break }
            centers.append(bins[far].color)
            for index in bins.indices {
                distances[index] = min(
                    distances[index],
                    distance(bins[index].color, bins[far].color)
                )
            }
        }
        return centers
    }

    /// The squared distance in Oklab below which two colors count as the same: the difference is
    /// not visible.
    private static let leastDistance = 1e-6

    private static func nearest(to color: SIMD3<Double>, of centers: [SIMD3<Double>]) -> Int {
        var (best, least) = (0, Double.infinity)
        for index in centers.indices {
            let distance = distance(color, centers[index])
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    private static func distance(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
        let difference = one - other
        return (difference * difference).sum()
    }
}
