// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The filter at low resolution that completes decimation and interpolation to a Gaussian.
///
/// It is designed in the frequency domain: the response of the whole Gaussian is divided by the
/// responses of the other steps. So all steps together have the variance, the kurtosis and every
/// higher moment of the Gaussian. The remaining error is the aliasing of the decimation.
///
/// Reference: P. J. Burt, E. H. Adelson, "The Laplacian Pyramid as a Compact Image Code", IEEE
/// Trans. Communications 31(4), 1983.
struct LowGaussian: Hashable, Sendable {
    /// The sum of all integer weights.
    static let unit = 32_768

    /// The integer weights from the center outwards, none negative; the whole filter sums to
    /// ``unit``.
    let weights: [Int]

    /// The weights before rounding, from the center outwards; the whole filter sums to 1.
    let exact: [Double]

    /// The number of weights to each side of the center.
    let radius: Int

    /// Returns the radius of a filter before weights that round to zero are removed.
    ///
    /// - Parameter sigma: The standard deviation of the whole blur, in low samples.
    /// - Returns: The radius in low samples.
    static func greatestRadius(sigma: Double) -> Int { Int((4 * sigma).rounded(.up)) }

    /// Creates a filter without weights, for callers that need only its greatest radius.
    ///
    /// - Parameter sigma: The standard deviation of the whole blur, in low samples.
    init(reachOf sigma: Double) {
        radius = Self.greatestRadius(sigma: sigma)
        weights = []
        exact = []
    }

    /// Creates a filter with a given frequency response.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation of the whole blur, in low samples.
    ///   - response: The response at a frequency in cycles per low sample; nil for the Gaussian
    ///     sampled at whole positions.
    init(sigma: Double, response: ((Double) -> Double)?) {
        let radius = Self.greatestRadius(sigma: sigma)
        let unscaled =
            if let response {
                Self.weights(radius: radius, response: response)
            } else {
                (0...radius).map { $0 == 0 ? 1 : exp(-Double($0 * $0) / (2 * sigma * sigma)) }
            }
        // Negative weights would let results leave the range of their inputs.
        let weights = unscaled.map { max($0, 0) }
        let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
        // The partial sums from the outside are rounded, not the weights: errors cancel, so that
        // every partial sum is as exact as one weight, and so is the variance.
        var whole = [Int](repeating: 0, count: radius + 1)
        var (outer, roundedOuter) = (0.0, 0)
        for n in stride(from: radius, to: 0, by: -1) {
            outer += weights[n] / sum
            let rounded = Int((outer * Double(Self.unit)).rounded())
            whole[n] = rounded - roundedOuter
            roundedOuter = rounded
        }
        whole[0] = Self.unit - 2 * roundedOuter
        while whole.count > 1, whole[whole.count - 1] == 0 { whole.removeLast() }
        self.weights = whole
        self.radius = whole.count - 1
        exact = weights.prefix(whole.count).map { $0 / sum }
    }

    /// Computes the weights of the filter with a given frequency response.
    ///
    /// The integral of the response over one period becomes a sum over equally spaced frequencies.
    /// The response is smooth and periodic, so the sum is exact as far as the weights fade out.
    private static func weights(radius: Int, response: (Double) -> Double) -> [Double] {
        let count = 2 * radius + 64
        let responses = (0..<count).map { response((Double($0) + 0.5) / Double(2 * count)) }
        let period = 4 * count
        let cosines = (0..<period).map { cos(2 * Double.pi * Double($0) / Double(period)) }
        return (0...radius).map { n in
            var sum = 0.0
            // (2 × index + 1) × n, modulo the period.
            var place = n
            for index in 0..<count {
                sum += responses[index] * cosines[place]
                place += 2 * n
                if place >= period { place -= period }
            }
            return sum / Double(count)
        }
    }

    /// The weights of the whole filter, packed for the kernels in pairs of 16-bit numbers.
    var pairs: [Int32] {
        Self.pairs(weights.dropFirst().reversed() + weights)
    }

    /// Arranges an odd number of weights in pairs for the kernels: ``radius`` + 1 times two pairs,
    /// the first weight of each pair in the lower half.
    ///
    /// Kernels multiply pairs of samples, from the first on, by the first of two pairs for one
    /// result, and by the second for the next result, which begins one sample later. A single
    /// weight of one would not fit into 16 bits, so one pair alone means that nothing is to be
    /// done.
    static func pairs(_ weights: [Int]) -> [Int32] {
        func weight(_ index: Int) -> Int {
            weights.indices.contains(index) ? weights[index] : 0
        }
        return stride(from: 0, through: weights.count, by: 2).flatMap { index in
            [index, index - 1].map { first in
                Int32(truncatingIfNeeded: weight(first + 1) << 16 | weight(first))
            }
        }
    }
}
