// SPDX-License-Identifier: Apache-2.0

/// The weights of a blur along one axis for the edge mode `normalize`: they leave out samples
/// beyond the edges and still add up to one.
///
/// Dividing the result would amplify rounding errors. Instead, each of the three steps has weights
/// that leave out samples beyond the edges and still add up to one. So constants stay constant,
/// even where all but a thousandth of the Gaussian lies beyond the edges.
struct Coverage: Sendable {
    /// The binary logarithm of the sum of the interpolation weights.
    static let interpolationShift = 14

    private let axis: BlurAxis

    /// The total weight of samples inside the plane in each low-resolution sample.
    private let sums: [Int32]

    /// The share of the weights of each blurred low-resolution sample that falls on samples inside
    /// the plane.
    private let shares: [Float]

    /// The positions of the blurred low-resolution samples that depend on no samples beyond the
    /// edges.
    let even: Range<Int>

    /// The positions of the low-resolution samples made partly from samples beyond the edges.
    let partial: [Int]

    init(_ axis: BlurAxis) {
        self.axis = axis
        let (spline, summed) = (axis.decimation, axis.summed)
        var sums = [Int32](repeating: 0, count: summed.count)
        for sample in 0..<axis.inputCount {
            let (block, phase) = (spline.block(of: sample), spline.phase(of: sample))
            for tap in 0..<spline.taps where summed.contains(block - tap) {
                sums[block - tap - summed.lowerBound] += spline.weights[phase + tap * spline.step]
            }
        }
        self.sums = sums
        let (radius, exact) = (axis.gaussian.radius, axis.gaussian.exact)
        func realShare(_ low: Int) -> Double {
            guard summed.contains(low) else { return 0 }
            return Double(sums[low - summed.lowerBound]) / Double(spline.unit)
        }
        let even = Self.even(axis, sums)
        self.even = even
        // In the middle of a long axis, most shares are the same.
        let whole = Float((-radius...radius).reduce(0) { $0 + exact[abs($1)] })
        shares = axis.results.map { result in
            even.contains(result)
                ? whole
                : Float(
                    (-radius...radius).reduce(0) { $0 + exact[abs($1)] * realShare(result + $1) }
                )
        }
        partial = summed.filter { realShare($0) > 0 && realShare($0) < 1 }
    }

    /// Finds the blurred low-resolution samples that depend on no samples beyond the edges.
    private static func even(_ axis: BlurAxis, _ sums: [Int32]) -> Range<Int> {
        let (unit, radius) = (axis.decimation.unit, axis.gaussian.radius)
        guard let first = sums.firstIndex(of: unit), let last = sums.lastIndex(of: unit) else {
            return 0..<0
        }
        let start = max(axis.results.lowerBound, axis.summed.lowerBound + first + radius)
        let end = min(axis.results.upperBound, axis.summed.lowerBound + last - radius)
        return start <= end ? start..<(end + 1) : 0..<0
    }

    /// The positions of the blurred low-resolution samples that depend on samples beyond the edges.
    var uneven: [Int] { axis.results.filter { !even.contains($0) } }

    /// Returns the total weight of the samples inside the plane in a low-resolution sample, out of
    /// ``Spline/unit``.
    func sum(of low: Int) -> Int32 {
        axis.summed.contains(low) ? sums[low - axis.summed.lowerBound] : 0
    }

    /// Returns the Gaussian weights of the low-resolution samples around a position; they add up
    /// to ``LowGaussian/unit``.
    func weights(of result: Int) -> [Int] {
        let radius = axis.gaussian.radius
        let shares = (-radius...radius).map {
            axis.gaussian.exact[abs($0)] * Double(sum(of: result + $0))
        }
        let whole = shares.reduce(0, +)
        var (total, roundedTotal) = (0.0, 0)
        return shares.map { share in
            total += share
            let rounded = Int((total / whole * Double(LowGaussian.unit)).rounded())
            defer { roundedTotal = rounded }
            return rounded - roundedTotal
        }
    }

    /// Returns the weights of three low-resolution samples in an output sample, from the last to
    /// the first, with a power of two as sum.
    func interpolation(at position: Int) -> (Int16, Int16, Int16) {
        let (spline, unit) = (axis.interpolation, Float(1 << Self.interpolationShift))
        let index = spline.block(of: position) - axis.results.lowerBound
        let phase = spline.phase(of: position)
        func weight(_ tap: Int) -> Float {
            guard tap < spline.taps else { return 0 }
            return Float(spline.weights[phase + tap * spline.step]) * shares[index - tap]
        }
        let (a, b, c) = (weight(0), weight(1), weight(2))
        let last = ((a / (a + b + c)) * unit).rounded()
        let lastTwo = (((a + b) / (a + b + c)) * unit).rounded()
        return (Int16(last), Int16(lastTwo - last), Int16(unit - lastTwo))
    }
}
