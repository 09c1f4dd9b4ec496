// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The weights with which a blur along one axis is made: decimation, Gaussian, interpolation.
///
/// A picture is averaged by a B-spline and sampled every ``step`` pixels, blurred there by a short
/// Gaussian, and brought back by the same B-spline as interpolation. The Gaussian is designed in
/// the frequency domain as what the two splines leave to do, so that the three together have the
/// response exp(−2π²σ²f²) of the whole blur: variance, kurtosis and all. What remains is the
/// aliasing of the decimation, which the splines' triple (quintuple for step 2) zeros at the
/// frequencies that alias to the mean keep below 0.1 of 255 for gratings of every frequency.
///
/// Reference: M. Unser, A. Aldroubi, M. Eden, "B-Spline Signal Processing", IEEE Trans. Signal
/// Processing 41(2), 1993; P. J. Burt, E. H. Adelson, "The Laplacian Pyramid as a Compact Image
/// Code", IEEE Trans. Communications 31(4), 1983.
struct BlurFilter: Sendable {
    /// Pixels between samples at low resolution; 1, 2, 4, 8, 16 or 32.
    let step: Int

    /// The number of low-resolution samples that a pixel contributes to, and is made from.
    let taps: Int

    /// Weights of ``step`` × ``taps`` pixels in a low-resolution sample; they sum to ``unit``.
    ///
    /// It is a box of ``step`` ones, convolved with itself, and zeros at the end; whole numbers,
    /// so that sums of rows are exact.
    let spline: [Int32]

    /// How many of the weights in ``spline`` are not zero.
    let splineCount: Int

    /// The sum of ``spline``: a power of two, at most 32,768.
    let unit: Int32

    /// Weights of the Gaussian at low resolution from the center outwards, none negative.
    let gaussian: [Float]

    /// The reach of ``gaussian`` to each side.
    var radius: Int { gaussian.count - 1 }

    /// Pixels from a low-resolution position to the first pixel of its spline.
    let origin: Int

    /// Chooses weights for a standard deviation in pixels.
    init(sigma: Float) {
        step = Self.step(for: sigma)
        let order = step == 1 ? 0 : step == 2 ? 5 : 3
        taps = step == 1 ? 1 : 3
        origin = -max(0, order - 1) * (step - 1) / 2
        let convolved = Self.boxes(count: order, length: step)
        splineCount = convolved.count
        spline = convolved + [Int32](repeating: 0, count: step * taps - convolved.count)
        unit = convolved.reduce(0, +)
        gaussian = Self.gaussian(sigma: Double(sigma), step: step, order: order)
    }

    /// The decimation: as far as aliasing stays that small.
    ///
    /// Sigma is at least 1.5 steps of 2 pixels, and 2.5 steps of more. It stops at 32, where the
    /// sums of 16-bit samples still fit into 32 bits and the rest costs next to nothing.
    private static func step(for sigma: Float) -> Int {
        if sigma < 3 { return 1 }
        if sigma < 10 { return 2 }
        var step = 4
        while step < 32, sigma >= 5 * Float(step) { step *= 2 }
        return step
    }

    /// A box of ones convolved with itself.
    private static func boxes(count: Int, length: Int) -> [Int32] {
        var weights: [Int32] = [1]
        for _ in 0..<count {
            var wider = [Int32](repeating: 0, count: weights.count + length - 1)
            for (index, weight) in weights.enumerated() {
                for offset in 0..<length { wider[index + offset] += weight }
            }
            weights = wider
        }
        return weights
    }

    /// What the splines leave to do, cut at 4 sigma and scaled to a sum of one.
    private static func gaussian(sigma: Double, step: Int, order: Int) -> [Float] {
        let radius = Int((4 * sigma / Double(step)).rounded(.up))
        var weights = (0...radius).map { n in
            step == 1
                ? sampledGaussian(sigma: sigma, at: n)
                : remainder(sigma: sigma, step: step, order: order, at: n, radius: radius)
        }
        // Negative weights, below 10^-5, would let results leave the range of their inputs.
        weights = weights.map { max($0, 0) }
        let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
        return weights.map { Float($0 / sum) }
    }

    private static func sampledGaussian(sigma: Double, at n: Int) -> Double {
        n == 0 ? 1 : exp(-Double(n * n) / (2 * sigma * sigma))
    }

    /// One weight of the filter whose response is that of the blur divided by that of two splines.
    ///
    /// The integral over one period of the response is a sum over equally spaced frequencies: the
    /// response is smooth and periodic, so the sum is exact as far as the weights fade out.
    private static func remainder(
        sigma: Double,
        step: Int,
        order: Int,
        at n: Int,
        radius: Int
    ) -> Double {
        let count = 2 * radius + 64
        var sum = 0.0
        for index in 0..<count {
            let frequency = (Double(index) + 0.5) / Double(2 * count)
            let angle = Double.pi * frequency / Double(step)
            let box = sin(angle * Double(step)) / (Double(step) * sin(angle))
            let blur = exp(-2 * (sigma * angle) * (sigma * angle))
            sum += blur / pow(box, Double(2 * order)) * cos(2 * Double.pi * frequency * Double(n))
        }
        return sum / Double(count)
    }
}
