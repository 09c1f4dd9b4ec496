// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A B-spline with whole weights, by which samples are averaged and interpolated.
///
/// It is a box of ``step`` ones, convolved with itself: three boxes, of which the middle of a step
/// sees three, and five where a step is two samples and three would let through too much of what
/// aliases. Its zeros at the frequencies that alias to the mean are as many-fold as it has boxes.
///
/// Reference: M. Unser, A. Aldroubi, M. Eden, "B-Spline Signal Processing", IEEE Trans. Signal
/// Processing 41(2), 1993.
struct Spline: Hashable, Sendable {
    /// The greatest ``step``: sums of 16-bit samples still fit into 32 bits.
    static let greatestStep = 32

    /// Samples of the plane for one at low resolution: a power of two, 1 where nothing is to do.
    let step: Int

    /// The number of boxes: 0, 3 or 5.
    let order: Int

    /// The number of low samples that a sample contributes to, and is made from: 1 or 3.
    let taps: Int

    /// ``step`` × ``taps`` weights, with ``margin`` zeros at both ends.
    let weights: [Int32]

    /// The sum of ``weights``: a power of two, at most 32,768.
    let unit: Int32

    /// The zeros at each end of the weights, thanks to which they begin where a step does: rows come
    /// in groups of whole steps, and are summed fastest so.
    let margin: Int

    /// From the first sample of a step to the first that its low sample is made from.
    let origin: Int

    /// The spline of a step.
    init(step: Int) {
        precondition(
            step > 0 && step & (step - 1) == 0 && step <= Self.greatestStep,
            "a step that is not a power of two"
        )
        self = Self.made[step.trailingZeroBitCount]
    }

    /// The spline of each power of two up to ``greatestStep``: every blur needs four of them.
    private static let made = (0...greatestStep.trailingZeroBitCount).map {
        Spline(making: 1 << $0)
    }

    private init(making step: Int) {
        self.step = step
        order = step == 1 ? 0 : step == 2 ? 5 : 3
        taps = step == 1 ? 1 : 3
        var weights: [Int32] = [1]
        for _ in 0..<order {
            var wider = [Int32](repeating: 0, count: weights.count + step - 1)
            for (index, weight) in weights.enumerated() {
                for offset in 0..<step { wider[index + offset] += weight }
            }
            weights = wider
        }
        unit = weights.reduce(0, +)
        margin = (step * taps - weights.count) / 2
        let zeros = [Int32](repeating: 0, count: margin)
        self.weights = zeros + weights + zeros
        origin = -(taps / 2) * step
    }

    /// By how many bits a weighted sum of samples is shifted to be their mean.
    var averagingShift: Int { unit.trailingZeroBitCount }

    /// By how many bits a weighted sum of ``taps`` low samples is shifted to be a sample.
    var interpolationShift: Int { averagingShift - step.trailingZeroBitCount }

    /// The block of a sample: the last low sample that it contributes to, and is made from.
    func block(of sample: Int) -> Int { (sample - origin).flooredQuotient(by: step) }

    /// Where in its block a sample lies.
    func phase(of sample: Int) -> Int { sample - origin - block(of: sample) * step }

    /// The samples that a low sample is made from.
    func support(of low: Int) -> ClosedRange<Int> {
        let first = low * step + origin
        return first...(first + step * taps - 1)
    }

    /// What is left of a sinusoid of a frequency in cycles per sample.
    func response(at frequency: Double) -> Double {
        if step == 1 { return 1 }
        let angle = Double.pi * frequency
        return pow(sin(angle * Double(step)) / (Double(step) * sin(angle)), Double(order))
    }
}

extension Int {
    /// The quotient rounded down, also for negative dividends.
    func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
