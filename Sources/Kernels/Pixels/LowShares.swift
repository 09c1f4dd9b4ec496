// SPDX-License-Identifier: Apache-2.0

/// The weights of each sample along one axis in all low-resolution samples to which it contributes.
///
/// One more sample stands for the repetitions of the last one beyond a clamped edge.
struct LowShares: Sendable {
    /// The first low-resolution sample to which each sample contributes, counted from the first
    /// that is summed.
    private let firsts: [Int]

    /// The index of each sample's first weight, followed by the number of all weights.
    private let starts: [Int]

    private let weights: [Float]

    private let axis: BlurAxis

    init(_ axis: BlurAxis) {
        self.axis = axis
        let summed = axis.summed
        var beyond: [Int: Int32] = [:]
        var (firsts, starts, weights) = ([Int](), [0], [Float]())
        func append(_ share: [Int: Int32]) {
            let first = share.keys.min() ?? summed.lowerBound
            firsts.append(first - summed.lowerBound)
            if let last = share.keys.max() {
                weights += (first...last).map {
                    Float(share[$0] ?? 0) / Float(axis.decimation.unit)
                }
            }
            starts.append(weights.count)
        }
        let plain = axis.plainSamples
        for sample in 0..<axis.inputCount {
            var share: [Int: Int32] = [:]
            let (block, phase) = (
                axis.decimation.block(of: sample), axis.decimation.phase(of: sample)
            )
            let taps = axis.decimation.taps
            if plain.contains(sample), summed.contains(block - taps + 1), summed.contains(block) {
                firsts.append(block - taps + 1 - summed.lowerBound)
                for tap in (0..<taps).reversed() {
                    let weight = axis.decimation.weights[phase + tap * axis.decimation.step]
                    weights.append(Float(weight) / Float(axis.decimation.unit))
                }
                starts.append(weights.count)
                continue
            }
            Self.visit(sample, of: axis, &share, &beyond)
            append(share)
        }
        append(beyond)
        (self.firsts, self.starts, self.weights) = (firsts, starts, weights)
    }

    /// Adds up the weights of a sample inside the plane and wherever the edge mode repeats it.
    private static func visit(
        _ sample: Int,
        of axis: BlurAxis,
        _ share: inout [Int: Int32],
        _ beyond: inout [Int: Int32]
    ) {
        let spline = axis.decimation
        axis.forEachVisit(of: sample..<(sample + 1)) { visit in
            let position = visit.block * spline.step + spline.origin + visit.phase
            let isBeyond = visit.repeats && position >= axis.inputCount
            for tap in 0..<spline.taps where axis.summed.contains(visit.block - tap) {
                let weight = visit.weight(of: 0, tap: tap, in: spline)
                if isBeyond {
                    beyond[visit.block - tap, default: 0] += weight
                } else {
                    share[visit.block - tap, default: 0] += weight
                }
            }
        }
    }

    /// Returns the low-resolution samples to which a sample contributes, counted from the first
    /// that is summed.
    func range(of sample: Int) -> Range<Int> {
        firsts[sample]..<(firsts[sample] + starts[sample + 1] - starts[sample])
    }

    /// Returns the weights of a sample in the three low-resolution samples to which it contributes,
    /// out of ``Spline/unit``; nil if the sample is repeated beyond an edge.
    func plainWeights(of sample: Int) -> SIMD4<Int32>? {
        let spline = axis.decimation
        guard axis.plainSamples.contains(sample), spline.taps == 3 else { return nil }
        let (block, phase) = (spline.block(of: sample), spline.phase(of: sample))
        guard axis.summed.contains(block - 2), axis.summed.contains(block) else { return nil }
        var weights = SIMD4<Int32>()
        for tap in 0..<3 { weights[2 - tap] = spline.weights[phase + tap * spline.step] }
        return weights
    }

    /// The weights of all samples, one after the other.
    var allWeights: Span<Float> {
        @_lifetime(borrow self) get { weights.span }
    }

    /// The index of a sample's first weight in ``allWeights``.
    func start(of sample: Int) -> Int { starts[sample] }

    /// Returns the weight of a sample in one of the low-resolution samples to which it contributes.
    func weight(of sample: Int, at low: Int) -> Float {
        weights[starts[sample] + low - firsts[sample]]
    }
}
