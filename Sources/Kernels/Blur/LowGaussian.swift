// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The short filter at low resolution: what decimation and interpolation leave of a Gaussian to do.
///
/// It is designed in the frequency domain: the response of what is wanted, divided by that of all
/// that is there already, so that the whole has the variance, the kurtosis and all else of the
/// Gaussian. What remains as an error is the aliasing of the decimation.
///
/// Reference: P. J. Burt, E. H. Adelson, "The Laplacian Pyramid as a Compact Image Code", IEEE
/// Trans. Communications 31(4), 1983.
struct LowGaussian: Hashable, Sendable {
    /// The sum of all weights.
    static let unit = 32_768

    /// Whole weights from the center outwards, none negative; they and those on the other side sum
    /// to ``unit``.
    let weights: [Int]

    /// The same before they were rounded; they add up to 1.
    let exact: [Double]

    /// The reach to each side.
    let radius: Int

    /// How far a filter is kept to each side, before weights that round to nothing are left out.
    ///
    /// - Parameter sigma: The standard deviation of the whole blur, in low samples.
    /// - Returns: Low samples.
    static func greatestRadius(sigma: Double) -> Int { Int((4 * sigma).rounded(.up)) }

    /// A filter without weights, for who needs to know only how far it reaches at most.
    ///
    /// - Parameter sigma: The standard deviation of the whole blur, in low samples.
    init(reachOf sigma: Double) {
        radius = Self.greatestRadius(sigma: sigma)
        weights = []
        exact = []
    }

    /// A filter that has a response.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation of the whole blur, in low samples.
    ///   - response: The response that is left to do at a frequency in cycles per low sample; nil
    ///     for the Gaussian at whole samples.
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
        // Not the weights are rounded but their sums from the outside: errors cancel, so that all
        // partial sums are as right as one weight, and the variance with them.
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

    /// The weights of the filter that has a response.
    ///
    /// The integral over one period of the response is a sum over equally spaced frequencies: the
    /// response is smooth and periodic, so the sum is exact as far as the weights fade out.
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

    /// The weights as kernels take them.
    var pairs: [Int32] {
        Self.pairs(weights.dropFirst().reversed() + weights)
    }

    /// An odd number of weights as kernels take them: ``radius`` + 1 times two pairs, the first weight
    /// of each in the lower half.
    ///
    /// Pairs of samples from the first on are multiplied by the first of two for one result, and by
    /// the second of two for the result that begins one sample later. One pair alone says that
    /// there is nothing to do, as its weight would not fit into 16 bits.
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
