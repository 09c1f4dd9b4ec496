// SPDX-License-Identifier: Apache-2.0

import Effects
import Glibc
import Raster

/// Encodes an image as a BlurHash: the first terms of a cosine transform of its light, as text.
///
/// Reference: D. Ågren, BlurHash, "Algorithm.md" and the encoder of its repository, 2018.
enum BlurHash {
    /// Encodes a small image as the text of a BlurHash.
    ///
    /// - Parameters:
    ///   - grid: The image; its average color takes the place of transparent pixels.
    ///   - components: The number of cosines across and down, each 1 to 9.
    /// - Returns: The text.
    static func text(of grid: ColorGrid, components: PixelSize) -> String {
        let factors = factors(of: grid, components)
        let greatest = factors.dropFirst().map { max($0.max(), -$0.min()) }.max() ?? 0
        let step = min(max(Int((greatest * 166 - 0.5).rounded(.down)), 0), 82)
        let scale = factors.count > 1 ? Double(step + 1) / 166 : 1
        var text = base83(components.width - 1 + (components.height - 1) * 9, digits: 1)
        text += base83(factors.count > 1 ? step : 0, digits: 1)
        text += base83(packed(factors[0]), digits: 4)
        for factor in factors.dropFirst() {
            let levels = (0..<3).map { level(factor[$0] / scale) }
            text += base83((levels[0] * 19 + levels[1]) * 19 + levels[2], digits: 2)
        }
        return text
    }

    /// Computes the coefficients of the cosine transform, in which the horizontal frequency varies
    /// fastest.
    private static func factors(
        of grid: ColorGrid,
        _ components: PixelSize
    ) -> [SIMD3<Double>] {
        let (width, height) = (grid.size.width, grid.size.height)
        let light = grid.overAverage.map(\.light)
        let across = cosines(components.width, length: width)
        let down = cosines(components.height, length: height)
        var factors = [SIMD3<Double>](
            repeating: .zero,
            count: components.width * components.height
        )
        for y in 0..<height {
            for i in 0..<components.width {
                var sum = SIMD3<Double>.zero
                for x in 0..<width { sum += light[y * width + x] * across[i][x] }
                for j in 0..<components.height {
                    factors[j * components.width + i] += sum * down[j][y]
                }
            }
        }
        let scale = 1 / Double(width * height)
        return factors.enumerated().map { $1 * ($0 == 0 ? scale : 2 * scale) }
    }

    private static func cosines(_ count: Int, length: Int) -> [[Double]] {
        (0..<count).map { index in
            (0..<length).map { cos(.pi * Double(index) * Double($0) / Double(length)) }
        }
    }

    /// Converts the mean light to an sRGB color of 24 bits.
    private static func packed(_ light: SIMD3<Double>) -> Int {
        let color = Color(StraightColor(light: light))
        return Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
    }

    /// Quantizes a coefficient of -1 to 1 to one of 19 levels, finer around 0.
    private static func level(_ factor: Double) -> Int {
        let root = factor.magnitude.squareRoot() * (factor < 0 ? -1 : 1)
        return min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
    }

    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
    )

    private static func base83(_ number: Int, digits count: Int) -> String {
        var (text, rest) = ("", number)
        for _ in 0..<count {
            text = String(digits[rest % 83]) + text
            rest /= 83
        }
        return text
    }
}
