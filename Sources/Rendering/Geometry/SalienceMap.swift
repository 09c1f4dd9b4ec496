// SPDX-License-Identifier: Apache-2.0

import Glibc
import Raster

/// Scores of the pixels of a small image that draw attention: edges, saturated colors and skin.
///
/// Reference: the strategy `attention` of smartcrop in libvips, whose skin color comes from
/// smartcrop.js. Here the scores are computed in float64 on a square of ``side`` pixels.
struct SalienceMap {
    /// The width and the height of the small image, in pixels.
    static let side = 32

    /// The memory of the small image and of its scores, in bytes.
    static let byteCount = 6 * side * side * MemoryLayout<SIMD4<Double>>.stride

    private let marks: [Double]

    /// Scores the pixels of an opaque image of ``side`` pixels each way.
    ///
    /// - Parameter picture: The image, in sRGB.
    /// - Throws: Errors of decoding.
    init(_ picture: any BandSource<Straight>) throws(RenderError) {
        precondition(picture.layout == .rgb && picture.size.width == Self.side, "not that picture")
        var pixels: [SIMD3<Double>] = []
        var band = picture.makeBand()
        while pixels.count < Self.side * Self.side {
            try picture.pullRows(into: &band)
            for row in 0..<band.rowCount {
                for x in 0..<Self.side {
                    let samples = (0..<3).map { Double(band.row(row, of: $0)[x]) / 65_535 }
                    pixels.append(SIMD3(samples[0], samples[1], samples[2]))
                }
            }
        }
        marks = Self.marks(pixels)
    }

    /// Finds the point with the highest scores around it, in fractions of the width and the height.
    ///
    /// - Parameter view: The part of the image that shows around the place, in parts of the width
    ///   and the height.
    /// - Returns: The point.
    func mostSalient(for view: (width: Double, height: Double)) -> Point {
        let sigma = max(hypot(view.width, view.height) * Double(Self.side) / 10, 1)
        let reach = Int((3 * sigma).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        func blurred(_ values: [Double], _ step: Int) -> [Double] {
            values.indices.map { index in
                let position = index / step % Self.side
                return weights.indices.reduce(0) { sum, weight in
                    let other = min(max(position + weight - reach, 0), Self.side - 1)
                    return sum + weights[weight] * values[index + (other - position) * step]
                }
            }
        }
        let sums = blurred(blurred(marks, 1), Self.side)
        var best = sums.startIndex
        for index in sums.indices where sums[index] > sums[best] { best = index }
        return Point(
            x: (Double(best % Self.side) + 0.5) / Double(Self.side),
            y: (Double(best / Self.side) + 0.5) / Double(Self.side)
        )
    }

    private static func marks(_ pixels: [SIMD3<Double>]) -> [Double] {
        let light = pixels.map { pixel in
            100 * (0.2126 * linear(pixel.x) + 0.7152 * linear(pixel.y) + 0.0722 * linear(pixel.z))
        }
        return pixels.indices.map { index in
            let (x, y) = (index % side, index / side)
            func neighbor(_ dx: Int, _ dy: Int) -> Double {
                light[min(max(y + dy, 0), side - 1) * side + min(max(x + dx, 0), side - 1)]
            }
            let around = neighbor(-1, 0) + neighbor(1, 0) + neighbor(0, -1) + neighbor(0, 1)
            let edge = 5 * abs(4 * light[index] - around)
            // Dark places have no color that anybody sees.
            guard light[index] > 5 else { return edge }
            return edge + skin(pixels[index]) + chroma(pixels[index])
        }
    }

    private static func linear(_ sample: Double) -> Double {
        sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    /// The similarity of a color's hue to the hue of skin, from 0 to 100.
    private static func skin(_ pixel: SIMD3<Double>) -> Double {
        let length = (pixel * pixel).sum().squareRoot()
        guard length > 0 else { return 0 }
        let difference = pixel / length - SIMD3(0.78, 0.57, 0.44)
        return max(0, 100 * (1 - (difference * difference).sum().squareRoot()))
    }

    /// The chroma of a color in CIE LAB.
    private static func chroma(_ pixel: SIMD3<Double>) -> Double {
        let (r, g, b) = (linear(pixel.x), linear(pixel.y), linear(pixel.z))
        func root(_ value: Double) -> Double {
            value > 216.0 / 24_389 ? cbrt(value) : (24_389.0 / 27 * value + 16) / 116
        }
        let x = root((0.412_4 * r + 0.357_6 * g + 0.180_5 * b) / 0.950_5)
        let y = root(0.212_6 * r + 0.715_2 * g + 0.072_2 * b)
        let z = root((0.019_3 * r + 0.119_2 * g + 0.950_5 * b) / 1.089)
        return hypot(500 * (x - y), 200 * (y - z))
    }
}
