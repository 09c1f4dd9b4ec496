// SPDX-License-Identifier: Apache-2.0

/// The weights of input samples in output samples along one axis, in double precision.
///
/// An output sample is a weighted sum of consecutive input samples. Both ends of these runs ascend
/// with the output.
///
/// Runs repeat where a whole number of input samples makes a whole number of output samples: of 4000 and
/// 1200 samples, ten make three. So three runs are computed there, and the others share their weights.
package struct ResamplingRuns: Hashable, Sendable {
    /// The consecutive input samples of which an output sample consists, with their weights.
    package struct Run: Hashable, Sendable {
        /// The index of the first input sample.
        package var first: Int
        /// The weights of consecutive input samples, at least one.
        package var weights: [Double]

        /// The indices of the input samples.
        var range: Range<Int> { first..<(first + weights.count) }

        /// Returns the same weights for samples that are a given number further on.
        func moved(by count: Int) -> Run { Run(first: first + count, weights: weights) }
    }

    /// The number of input samples.
    package let inputCount: Int

    /// The input samples and weights of each output sample.
    package let runs: [Run]

    /// The distance at which runs repeat, except near the ends.
    private let period: Period

    private init(inputCount: Int, runs: [Run], period: Period) {
        self.inputCount = inputCount
        self.runs = runs
        self.period = period
    }

    /// Computes the weights of an axis from a filter kernel.
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
        let period = Period(outputCount: outputCount, length: length)
        var runs: [Run] = []
        runs.reserveCapacity(outputCount)
        for index in 0..<outputCount {
            let center = origin + (Double(index) + 0.5) * step
            // A center between two pixels is the right one's, however it is rounded.
            let nearest = Int(min(max((center + 1e-9).rounded(.down), 0), Double(inputCount - 1)))
            let first = Int(max((center - reach).rounded(.down), 0))
            let last = Int(min((center + reach).rounded(.up), Double(inputCount)))
            guard averages, first < last else {
                runs.append(Run(first: nearest, weights: [1]))
                continue
            }
            let isWhole =
                center - reach >= Double(period.inputs) && center + reach <= Double(inputCount)
            if index >= period.outputs, isWhole {
                runs.append(runs[index - period.outputs].moved(by: period.inputs))
                continue
            }
            let weights = (first..<last).map { weight((Double($0) + 0.5 - center) / scale) }
            let sum = weights.reduce(0, +)
            runs.append(
                sum.magnitude > 1e-6
                    ? Run(first: first, weights: weights.map { $0 / sum }).trimmed
                    : Run(first: nearest, weights: [1])
            )
        }
        self.init(inputCount: inputCount, runs: runs, period: period)
    }

    /// Returns the weights for the same output from a longer input that contains this one.
    ///
    /// - Parameters:
    ///   - start: The first sample of the part.
    ///   - inputCount: The number of samples in the longer input.
    /// - Returns: The weights of the longer input.
    package func moved(by start: Int, inputCount: Int) -> ResamplingRuns {
        ResamplingRuns(
            inputCount: inputCount,
            runs: runs.map { $0.moved(by: start) },
            period: period
        )
    }

    /// Returns the weights that give the same output from a plane before a decoder has doubled it.
    ///
    /// Reference: libjpeg-turbo 2.1.5, `h2v1_fancy_upsample`: the nearest samples count three quarters.
    ///
    /// - Parameters:
    ///   - count: The number of samples in the plane.
    ///   - isInterpolated: Whether the decoder interpolates samples instead of repeating them.
    /// - Returns: The weights of the samples of the plane.
    package func beforeDoubling(count: Int, isInterpolated: Bool) -> ResamplingRuns {
        // Samples at the ends have one neighbor.
        let inside = 2...max(2, 2 * count - 3)
        return changed(inputCount: count, from: 2, to: 1, inside: inside) { run in
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
    }

    /// Converts each run to weights of another input, only once for runs that repeat.
    ///
    /// - Parameters:
    ///   - inputCount: The number of samples in the other input.
    ///   - unit: The number of samples in this input, from a multiple of that number on, that correspond to
    ///     some of the other.
    ///   - other: The number of those.
    ///   - inside: The samples that are all treated alike; nil for all.
    ///   - change: Makes another run.
    /// - Returns: The other runs.
    private func changed(
        inputCount: Int,
        from unit: Int,
        to other: Int,
        inside: ClosedRange<Int>? = nil,
        _ change: (Run) -> Run
    ) -> ResamplingRuns {
        let period = period.repeated { $0.inputs.isMultiple(of: unit) }
        let moved = Period(outputs: period.outputs, inputs: period.inputs / unit * other)
        var changed: [Run] = []
        changed.reserveCapacity(runs.count)
        for (index, run) in runs.enumerated() {
            let isInside = inside.map {
                run.first - period.inputs >= $0.lowerBound && run.range.upperBound <= $0.upperBound
            }
            if isInside ?? true, repeats(index, period) {
                changed.append(changed[index - period.outputs].moved(by: moved.inputs))
            } else {
                changed.append(change(run))
            }
        }
        return ResamplingRuns(inputCount: inputCount, runs: changed, period: moved)
    }

    /// Returns whether a run has the same weights as the run one period before it.
    private func repeats(_ index: Int, _ period: Period) -> Bool {
        guard index >= period.outputs, index < runs.count else { return false }
        return runs[index] == runs[index - period.outputs].moved(by: period.inputs)
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

/// The distance, in output samples and in input samples, after which weights repeat.
private struct Period: Hashable, Sendable {
    let outputs: Int
    let inputs: Int

    init(outputs: Int, inputs: Int) {
        self.outputs = outputs
        self.inputs = inputs
    }

    /// Finds the shortest period; the whole output where the length of the input part is
    /// fractional.
    init(outputCount: Int, length: Double) {
        guard let whole = Int(exactly: length), whole > 0 else {
            self.init(outputs: outputCount, inputs: 0)
            return
        }
        var (divisor, rest) = (outputCount, whole)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.init(outputs: outputCount / divisor, inputs: whole / divisor)
    }

    /// Returns the least multiple of the period that meets a condition.
    func repeated(until isMet: (Period) -> Bool) -> Period {
        var period = self
        while !isMet(period) {
            period = Period(outputs: period.outputs + outputs, inputs: period.inputs + inputs)
        }
        return period
    }
}
