// SPDX-License-Identifier: Apache-2.0

import Glibc
import KernelInterface

/// The cosine transform of what is interpolated along one axis, eight samples at a time, as a
/// linear function of low samples.
///
/// Reference: ITU-T T.81, A.3.3.
struct BlockAxis: Sendable {
    /// Where the low samples of each block lie, from the first of ``BlurAxis/own`` on.
    let row: BlockRow

    /// For each phase, each tap and each coefficient the weight of the low sample.
    let weights: [Double]

    /// Whether the blocks of an axis come of few low samples.
    static func fits(_ axis: BlurAxis) -> Bool { axis.interpolation.step >= 4 }

    /// Transforms what an axis interpolates.
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

    /// Where the low samples of each block of an axis lie, which takes less time than the weights.
    static func row(of axis: BlurAxis) -> BlockRow { row(of: axis, phases(of: axis)) }

    /// The samples of a block.
    static let side = 8

    /// The blocks that lie alike among low samples.
    private struct Phase {
        /// The positions of the samples of the first of these blocks.
        let samples: Range<Int>
        /// The low samples that these come of.
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

    private static func row(of axis: BlurAxis, _ phases: [Phase]) -> BlockRow {
        BlockRow(
            count: (axis.outputCount + side - 1) / side,
            taps: phases.reduce(0) { max($0, $1.lows.count) },
            starts: phases.map { $0.lows.lowerBound - axis.own.lowerBound },
            advance: side * phases.count / axis.interpolation.step
        )
    }

    /// The weight of a low sample in what is interpolated at a position.
    private static func weight(_ spline: Spline, of low: Int, in sample: Int) -> Double {
        let tap = spline.block(of: sample) - low
        guard (0..<spline.taps).contains(tap) else { return 0 }
        let weight = spline.weights[spline.phase(of: sample) + tap * spline.step]
        return Double(weight) / Double(1 << spline.interpolationShift)
    }

    /// For each frequency the cosine at each sample, such that the transform is orthonormal.
    private static let cosines = (0..<side).flatMap { frequency in
        (0..<side).map { sample in
            let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
            return scale * cos(Double((2 * sample + 1) * frequency) * Double.pi / 16)
        }
    }
}
