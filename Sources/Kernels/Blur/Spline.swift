// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A B-spline with integer weights, used both to average and to interpolate samples.
///
/// It is a box of ``step`` ones convolved with itself. Three boxes suffice for most steps. A step
/// of two samples has five, because three would let through too much of the frequencies that alias.
/// Its zeros at the frequencies that alias to the mean have as high an order as it has boxes.
///
/// Reference: M. Unser, A. Aldroubi, M. Eden, "B-Spline Signal Processing", IEEE Trans. Signal
/// Processing 41(2), 1993.
struct Spline: Hashable, Sendable {
    /// The greatest ``step``, for which sums of 16-bit samples still fit into 32 bits.
    static let greatestStep = 32

    /// The samples of the plane per low-resolution sample: a power of two, 1 for the identity.
    let step: Int

    /// The number of boxes convolved with each other: 0, 3 or 5.
    let order: Int

    /// The number of low-resolution samples to which each sample contributes: 1 or 3.
    let taps: Int

    /// ``step`` × ``taps`` weights, with ``margin`` zeros at both ends.
    let weights: [Int32]

    /// The sum of ``weights``: a power of two, at most 32,768.
    let unit: Int32

    /// The number of zeros at each end of the weights.
    ///
    /// They make the weights begin where a step does, because rows come in groups of whole steps
    /// and are summed fastest so.
    let margin: Int

    /// The offset of the first sample that contributes to a low-resolution sample, from the start
    /// of its step.
    let origin: Int

    /// Creates the spline for low-resolution samples that are a given number of samples apart.
    init(step: Int) {
        precondition(
            step > 0 && step & (step - 1) == 0 && step <= Self.greatestStep,
            "the step must be a power of two up to the limit"
        )
        self = Self.made[step.trailingZeroBitCount]
    }

    /// The splines for all powers of two up to ``greatestStep``, because every blur needs four of
    /// them.
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

    /// The number of bits by which a weighted sum of samples is shifted right to give their mean.
    var averagingShift: Int { unit.trailingZeroBitCount }

    /// The number of bits by which a weighted sum of low-resolution samples is shifted right to
    /// give a sample.
    var interpolationShift: Int { averagingShift - step.trailingZeroBitCount }

    /// Returns the block of a sample: the index of the last low-resolution sample to which it
    /// contributes.
    func block(of sample: Int) -> Int { (sample - origin).flooredQuotient(by: step) }

    /// Returns the offset of a sample from the first one with the same block.
    func phase(of sample: Int) -> Int { sample - origin - block(of: sample) * step }

    /// Returns the positions of the samples from which a low-resolution sample is made.
    func support(of low: Int) -> ClosedRange<Int> {
        let first = low * step + origin
        return first...(first + step * taps - 1)
    }

    /// The frequency response at a frequency in cycles per sample.
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
