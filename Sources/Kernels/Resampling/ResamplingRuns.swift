// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The weights of input samples in output samples along one axis, in double precision.
///
/// An output sample is a weighted sum of consecutive input samples. Both ends of these runs ascend
/// with the output.
package struct ResamplingRuns: Hashable, Sendable {
    /// The input samples of an output sample.
    package struct Run: Hashable, Sendable {
        /// The index of the first input sample.
        package var first: Int
        /// The weights of consecutive input samples, at least one.
        package var weights: [Double]

        /// The input samples.
        var range: Range<Int> { first..<(first + weights.count) }
    }

    /// The number of input samples.
    package let inputCount: Int

    /// The runs, one for each output sample.
    package let runs: [Run]

    private init(inputCount: Int, runs: [Run]) {
        self.inputCount = inputCount
        self.runs = runs
    }

    /// Plans an axis by a kernel.
    ///
    /// Sample *i* of the output lies at `origin` + (*i* + ½) × `length` / `outputCount`. The weights of
    /// the samples that exist are divided by their sum.
    ///
    /// - Parameters:
    ///   - inputCount: The number of input samples.
    ///   - outputCount: The number of output samples.
    ///   - origin: The left edge of the part of the input.
    ///   - length: The length of that part.
    ///   - support: The greatest distance at which a sample has a weight.
    ///   - averages: Whether distances are divided by the reduction factor.
    ///   - weight: The weight at a distance to the right.
    package init(
        inputCount: Int,
        outputCount: Int,
        origin: Double,
        length: Double,
        support: Double,
        averages: Bool,
        weight: (Double) -> Double
    ) {
        let step = length / Double(outputCount)
        let scale = max(1, step)
        let reach = support * scale
        let runs = (0..<outputCount).map { index -> Run in
            let center = origin + (Double(index) + 0.5) * step
            let nearest = Int(min(max(center.rounded(.down), 0), Double(inputCount - 1)))
            let first = Int(max((center - reach).rounded(.down), 0))
            let last = Int(min((center + reach).rounded(.up), Double(inputCount)))
            guard averages, first < last else { return Run(first: nearest, weights: [1]) }
            let weights = (first..<last).map { weight((Double($0) + 0.5 - center) / scale) }
            let sum = weights.reduce(0, +)
            guard sum.magnitude > 1e-6 else { return Run(first: nearest, weights: [1]) }
            return Run(first: first, weights: weights.map { $0 / sum }).trimmed
        }
        self.init(inputCount: inputCount, runs: runs)
    }

    /// The same output from a longer input, of which this one is a part.
    ///
    /// - Parameters:
    ///   - start: The first sample of the part.
    ///   - inputCount: The number of samples in the longer input.
    /// - Returns: The weights of the longer input.
    package func moved(by start: Int, inputCount: Int) -> ResamplingRuns {
        ResamplingRuns(
            inputCount: inputCount,
            runs: runs.map { Run(first: $0.first + start, weights: $0.weights) }
        )
    }

    /// The means of consecutive samples of the output, as encoders make them of color planes.
    ///
    /// - Parameter count: The number of samples in each mean; the last sample is repeated.
    /// - Returns: The weights of the means.
    package func averaged(by count: Int) -> ResamplingRuns {
        if count == 1 { return self }
        let changed = stride(from: 0, to: runs.count, by: count).map { start -> Run in
            let parts = (start..<(start + count)).map { runs[min($0, runs.count - 1)] }
            let first = parts.map(\.first).min() ?? 0
            let end = parts.map(\.range.upperBound).max() ?? first
            var weights = [Double](repeating: 0, count: end - first)
            for part in parts {
                for (offset, weight) in part.weights.enumerated() {
                    weights[part.first - first + offset] += weight / Double(count)
                }
            }
            return Run(first: first, weights: weights)
        }
        return ResamplingRuns(inputCount: inputCount, runs: changed)
    }

    /// The same output as sums of the samples of a plane that a decoder would enlarge by 2.
    ///
    /// Reference: libjpeg-turbo 2.1.5, `h2v1_fancy_upsample`: the nearest samples count three quarters.
    ///
    /// - Parameters:
    ///   - count: The number of samples in the plane.
    ///   - isInterpolated: Whether the decoder interpolates samples instead of repeating them.
    /// - Returns: The weights of the samples of the plane.
    package func beforeDoubling(count: Int, isInterpolated: Bool) -> ResamplingRuns {
        let changed = runs.map { run -> Run in
            let first = max(0, run.first / 2 - 1)
            let last = min(count - 1, (run.first + run.weights.count - 1) / 2 + 1)
            var weights = [Double](repeating: 0, count: last - first + 1)
            for (offset, weight) in run.weights.enumerated() {
                let pixel = run.first + offset
                let near = min(pixel / 2, count - 1)
                let far = min(max(near + (pixel % 2 == 0 ? -1 : 1), 0), count - 1)
                weights[near - first] += weight * (isInterpolated ? 0.75 : 1)
                if isInterpolated { weights[far - first] += weight * 0.25 }
            }
            return Run(first: first, weights: weights).trimmed
        }
        return ResamplingRuns(inputCount: count, runs: changed)
    }

    /// The same output as sums of the coefficients of blocks of eight samples.
    ///
    /// Reference: ITU-T T.81, A.3.3.
    package var ofCoefficients: ResamplingRuns {
        let cosines = Self.cosines
        let changed = runs.map { run -> Run in
            let blocks = (run.first / 8)...((run.first + run.weights.count - 1) / 8)
            var weights = [Double](repeating: 0, count: 8 * blocks.count)
            for (offset, weight) in run.weights.enumerated() {
                let sample = run.first + offset
                let start = 8 * (sample / 8 - blocks.lowerBound)
                for order in 0..<8 {
                    weights[start + order] += weight * cosines[8 * order + sample % 8]
                }
            }
            return Run(first: 8 * blocks.lowerBound, weights: weights)
        }
        return ResamplingRuns(inputCount: (inputCount + 7) / 8 * 8, runs: changed)
    }

    /// The same sums of coefficients without those of high frequencies.
    ///
    /// - Parameter side: The number of coefficients that are kept of eight.
    /// - Returns: The weights of the coefficients that are kept.
    func keeping(_ side: Int) -> ResamplingRuns {
        if side == 8 { return self }
        let changed = runs.map { run in
            let kept = run.weights.indices.filter { $0 % 8 < side }
            return Run(first: run.first / 8 * side, weights: kept.map { run.weights[$0] })
        }
        return ResamplingRuns(inputCount: inputCount / 8 * side, runs: changed)
    }

    /// The greatest magnitude of a weight, for each of the eight coefficients of a block.
    var greatestWeights: [Double] {
        var greatest = [Double](repeating: 0, count: 8)
        for run in runs {
            for (index, weight) in run.weights.enumerated() {
                greatest[index % 8] = max(greatest[index % 8], weight.magnitude)
            }
        }
        return greatest
    }

    /// The samples of the eight cosines.
    static let cosines = (0..<64).map { index -> Double in
        let (order, sample) = (index / 8, index % 8)
        let angle = Double((2 * sample + 1) * order) * .pi / 16
        return (order == 0 ? (1.0 / 8).squareRoot() : 0.5) * cos(angle)
    }
}

extension ResamplingRuns.Run {
    /// The same run without zeros at its ends.
    fileprivate var trimmed: Self {
        guard let start = weights.firstIndex(where: { $0 != 0 }),
            let end = weights.lastIndex(where: { $0 != 0 })
        else { return self }
        return Self(first: first + start, weights: Array(weights[start...end]))
    }
}
