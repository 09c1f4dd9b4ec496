// SPDX-License-Identifier: Apache-2.0

import Glibc
import KernelInterface

/// The cosine transform of interpolated samples along one axis, as a linear function of
/// low-resolution samples.
///
/// Eight interpolated samples make eight coefficients of a block.
///
/// Reference: ITU-T T.81, A.3.3.
struct BlockAxis: Sendable {
    /// The positions of the low-resolution samples from which each block is interpolated, counted
    /// from the first of ``BlurAxis/own``.
    let row: BlockRow

    /// The weights of low-resolution samples in the eight coefficients of a block, for each phase
    /// and tap.
    let weights: [Double]

    /// Whether low-resolution samples are far enough apart that a block depends on only a few of
    /// them.
    static func fits(_ axis: BlurAxis) -> Bool {
        BlockRow.tapRange.contains(tapCount(phases(of: axis)))
    }

    /// Computes the weights of an axis from the spline that interpolates it.
    init(_ axis: BlurAxis) {
        let phases = Self.phases(of: axis)
        let row = Self.row(of: axis, phases)
        self.row = row
        weights = phases.flatMap { phase in
            (0..<row.taps).flatMap { tap in
                let weights = phase.samples.map {
                    Self.weight(axis.interpolation, of: phase.lows.lowerBound + tap, in: $0)
                }
                return (0..<Self.side).map { frequency in
                    (0..<Self.side).reduce(0) {
                        $0 + Self.cosines[frequency * Self.side + $1] * weights[$1]
                    }
                }
            }
        }
    }

    /// Finds the low-resolution samples of each block along an axis without computing weights,
    /// which is faster.
    static func row(of axis: BlurAxis) -> BlockRow { row(of: axis, phases(of: axis)) }

    /// The number of samples along one side of a block.
    static let side = 8

    /// A set of blocks that all lie at the same offset from the low-resolution samples around them.
    private struct Phase {
        /// The positions of the samples in the first block of the set.
        let samples: Range<Int>
        /// The low-resolution samples that contribute to the first block of the set.
        let lows: ClosedRange<Int>
    }

    private static func phases(of axis: BlurAxis) -> [Phase] {
        let spline = axis.interpolation
        return (0..<max(1, spline.step / side)).map { phase in
            let start = axis.outputStart + side * phase
            let samples = start..<(start + side)
            let lows = samples.flatMap { sample in
                let block = spline.block(of: sample)
                return (0..<spline.taps).lazy.map { block - $0 }
                    .filter { weight(spline, of: $0, in: sample) != 0 }
            }
            return Phase(
                samples: samples,
                lows: lows.reduce(Int.max, min)...lows.reduce(Int.min, max)
            )
        }
    }

    /// The greatest number of low-resolution samples that contribute to a block.
    private static func tapCount(_ phases: [Phase]) -> Int {
        phases.reduce(0) { max($0, $1.lows.count) }
    }

    private static func row(of axis: BlurAxis, _ phases: [Phase]) -> BlockRow {
        BlockRow(
            count: (axis.outputCount + side - 1) / side,
            taps: tapCount(phases),
            starts: phases.map { $0.lows.lowerBound - axis.own.lowerBound },
            advance: side * phases.count / axis.interpolation.step
        )
    }

    /// The weight of a low-resolution sample in an interpolated sample; 0 where it does not
    /// contribute.
    private static func weight(_ spline: Spline, of low: Int, in sample: Int) -> Double {
        let tap = spline.block(of: sample) - low
        guard (0..<spline.taps).contains(tap) else { return 0 }
        let weight = spline.weights[spline.phase(of: sample) + tap * spline.step]
        return Double(weight) / Double(1 << spline.interpolationShift)
    }

    /// The orthonormal cosine transform: a factor for each frequency and each sample.
    static let cosines = (0..<side).flatMap { frequency in
        (0..<side).map { sample in
            let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
            return scale * cos(Double((2 * sample + 1) * frequency) * Double.pi / 16)
        }
    }
}
