// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// Encodes an image as a ThumbHash: the first terms of cosine transforms of its channels, with
/// alpha and aspect ratio.
///
/// Reference: E. Wallace, ThumbHash, the encoder of its repository, 2023.
struct ThumbHash {
    /// The cosine transform of one channel.
    private struct Channel {
        /// The mean of the channel, the coefficient of frequency zero.
        var mean = 0.0
        /// The coefficients of all frequencies other than zero, scaled to 0 to 1.
        var factors: [Double] = []
        /// The greatest magnitude of the coefficients other than the mean, before they were scaled.
        var scale = 0.0
    }

    /// The bytes of the hash.
    private(set) var bytes: [UInt8] = []

    private let grid: ColorGrid

    /// Computes the hash of a grid of at most 100 × 100 colors.
    init(of grid: ColorGrid) {
        self.grid = grid
        let hasAlpha = !grid.isOpaque
        let (width, height) = (grid.size.width, grid.size.height)
        let limit = hasAlpha ? 5.0 : 7.0
        func count(_ length: Int) -> Int {
            max(1, Int((limit * Double(length) / Double(max(width, height))).rounded()))
        }
        let colors = grid.overAverage
        let lightness = channel(
            colors.map { ($0.red + $0.green + $0.blue) / 3 },
            max(3, count(width)),
            max(3, count(height))
        )
        let yellow = channel(colors.map { ($0.red + $0.green) / 2 - $0.blue }, 3, 3)
        let red = channel(colors.map { $0.red - $0.green }, 3, 3)
        let isLandscape = width > height
        let first =
            Self.level(lightness.mean, 63) | Self.level(yellow.mean, 31.5, from: 31.5) << 6
            | Self.level(red.mean, 31.5, from: 31.5) << 12 | Self.level(lightness.scale, 31) << 18
            | (hasAlpha ? 1 << 23 : 0)
        let second =
            count(isLandscape ? height : width) | Self.level(yellow.scale, 63) << 3
            | Self.level(red.scale, 63) << 9 | (isLandscape ? 1 << 15 : 0)
        append(first, count: 3)
        append(second, count: 2)
        var factors = lightness.factors + yellow.factors + red.factors
        if hasAlpha {
            let alpha = channel(grid.colors.map(\.alpha), 5, 5)
            append(Self.level(alpha.mean, 15) | Self.level(alpha.scale, 15) << 4, count: 1)
            factors += alpha.factors
        }
        for pair in stride(from: 0, to: factors.count, by: 2) {
            let high = pair + 1 < factors.count ? Self.level(factors[pair + 1], 15) : 0
            append(Self.level(factors[pair], 15) | high << 4, count: 1)
        }
    }

    private mutating func append(_ number: Int, count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    /// Quantizes a number: an offset plus the number times a factor, rounded.
    private static func level(_ value: Double, _ factor: Double, from offset: Double = 0) -> Int {
        Int((offset + factor * value).rounded())
    }

    /// Computes the low frequencies of a channel's cosine transform: those in a triangle.
    private func channel(_ values: [Double], _ across: Int, _ down: Int) -> Channel {
        let (width, height) = (grid.size.width, grid.size.height)
        let columns = Self.cosines(across, length: width)
        let rows = Self.cosines(down, length: height)
        let sums = columns.map { column in
            (0..<height).map { y in
                var sum = 0.0
                for x in 0..<width { sum += values[y * width + x] * column[x] }
                return sum
            }
        }
        var channel = Channel()
        for j in 0..<down {
            for i in 0..<across where i * down < across * (down - j) {
                var factor = 0.0
                for y in 0..<height { factor += sums[i][y] * rows[j][y] }
                factor /= Double(width * height)
                if i == 0 && j == 0 {
                    channel.mean = factor
                } else {
                    channel.factors.append(factor)
                }
            }
        }
        channel.scale = channel.factors.map(\.magnitude).max() ?? 0
        if channel.scale > 0 {
            channel.factors = channel.factors.map { 0.5 + 0.5 / channel.scale * $0 }
        }
        return channel
    }

    private static func cosines(_ count: Int, length: Int) -> [[Double]] {
        (0..<count).map { index in
            (0..<length).map { cos(.pi / Double(length) * Double(index) * (Double($0) + 0.5)) }
        }
    }
}
