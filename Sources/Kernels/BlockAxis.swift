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
        let (spline, side) = (axis.interpolation, Self.side)
        let phaseCount = max(1, spline.step / side)
        let phases = (0..<phaseCount).map { phase in
            Self.samples(axis, from: axis.outputStart + side * phase)
        }
        let firsts = phases.map { $0.reduce(Int.max) { min($0, $1.keys.min() ?? $0) } }
        let lasts = phases.map { $0.reduce(Int.min) { max($0, $1.keys.max() ?? $0) } }
        let taps = zip(firsts, lasts).reduce(0) { max($0, $1.1 - $1.0 + 1) }
        row = BlockRow(
            count: (axis.outputCount + side - 1) / side,
            taps: taps,
            starts: firsts.map { $0 - axis.own.lowerBound },
            advance: side * phaseCount / spline.step
        )
        weights = zip(phases, firsts).flatMap { samples, first in
            (0..<taps).flatMap { tap in
                (0..<side).map { frequency in
                    (0..<side).reduce(0) {
                        $0 + Self.cosine(frequency, $1) * (samples[$1][first + tap] ?? 0)
                    }
                }
            }
        }
    }

    /// The samples of a block.
    static let side = 8

    /// The weights of low samples in each sample of a block.
    private static func samples(_ axis: BlurAxis, from start: Int) -> [[Int: Double]] {
        let spline = axis.interpolation
        let unit = Double(1 << spline.interpolationShift)
        return (start..<(start + side)).map { sample in
            let (block, phase) = (spline.block(of: sample), spline.phase(of: sample))
            var weights: [Int: Double] = [:]
            for tap in 0..<spline.taps {
                let weight = spline.weights[phase + tap * spline.step]
                if weight != 0 { weights[block - tap] = Double(weight) / unit }
            }
            return weights
        }
    }

    private static func cosine(_ frequency: Int, _ sample: Int) -> Double {
        let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
        return scale * cos(Double((2 * sample + 1) * frequency) * Double.pi / 16)
    }
}
