// SPDX-License-Identifier: Apache-2.0

import Raster

extension BlurAxis {
    /// A run of samples, inside the plane or repeated beyond an edge, that all contribute to the
    /// same low-resolution samples.
    struct Visit {
        /// The index of the first sample of the run.
        var sample: Int
        /// The number of samples in the run, or the number of times that one sample repeats.
        var count: Int
        /// Whether one sample repeats, as beyond a clamped edge.
        var repeats = false
        /// Whether the samples appear in reverse.
        var isMirrored = false
        /// The position of the last low-resolution sample to which the run contributes.
        var block: Int
        /// The offset of the first sample of the run in its decimation step.
        var phase: Int

        /// The weight of a sample, or of all its repetitions, in one of three low-resolution
        /// samples.
        func weight(of index: Int, tap: Int, in spline: Spline) -> Int32 {
            let first = phase + tap * spline.step
            if repeats { return spline.weights[first..<(first + count)].reduce(0, +) }
            return spline.weights[isMirrored ? first - index : first + index]
        }
    }

    /// Calls a function with each run that contains some of the given samples, inside the plane or
    /// repeated beyond its edges.
    func forEachVisit(of samples: Range<Int>, _ body: (Visit) -> Void) {
        visit(samples, from: samples.lowerBound, body)
        let positions = summedPositions
        switch edge {
        case .normalize, .transparent, .expand:
            break
        case .clamp:
            if samples.lowerBound == 0 {
                visit(0, at: positions.lowerBound..<0, body)
            }
            if samples.upperBound == inputCount {
                visit(inputCount - 1, at: inputCount..<(positions.upperBound + 1), body)
            }
        case .mirror:
            let period = 2 * inputCount
            var start = samples.lowerBound + period
            while start <= positions.upperBound {
                visit(samples, from: start, body)
                start += period
            }
            start = samples.lowerBound - period
            while start + samples.count > positions.lowerBound {
                visit(samples, from: start, body)
                start -= period
            }
            visitMirrored(samples, in: positions, body)
        }
    }

    /// Splits samples that lie in ascending order from a position on into runs, and calls a
    /// function with each run.
    private func visit(_ samples: Range<Int>, from start: Int, _ body: (Visit) -> Void) {
        var done = 0
        while done < samples.count {
            let position = start + done
            let phase = decimation.phase(of: position)
            let count = min(samples.count - done, decimation.step - phase)
            body(
                Visit(
                    sample: samples.lowerBound + done,
                    count: count,
                    block: decimation.block(of: position),
                    phase: phase
                )
            )
            done += count
        }
    }

    /// Calls a function with one run for each decimation step in which a sample is repeated.
    private func visit(_ sample: Int, at positions: Range<Int>, _ body: (Visit) -> Void) {
        var position = positions.lowerBound
        while position < positions.upperBound {
            let phase = decimation.phase(of: position)
            let count = min(positions.upperBound - position, decimation.step - phase)
            body(
                Visit(
                    sample: sample,
                    count: count,
                    repeats: true,
                    block: decimation.block(of: position),
                    phase: phase
                )
            )
            position += count
        }
    }

    /// Calls a function with each run in which the given samples appear in reverse order beyond an
    /// edge; mirroring repeats them every two lengths of the axis.
    private func visitMirrored(
        _ samples: Range<Int>,
        in positions: ClosedRange<Int>,
        _ body: (Visit) -> Void
    ) {
        let period = 2 * inputCount
        // The first sample appears at -1 - sample, and once in each period.
        let first = -1 - samples.lowerBound
        let behind = first - positions.lowerBound
        var start = first - behind.flooredQuotient(by: period) * period
        while start - samples.count < positions.upperBound {
            var done = 0
            while done < samples.count {
                let position = start - done
                let phase = decimation.phase(of: position)
                let count = min(samples.count - done, phase + 1)
                body(
                    Visit(
                        sample: samples.lowerBound + done,
                        count: count,
                        isMirrored: true,
                        block: decimation.block(of: position),
                        phase: phase
                    )
                )
                done += count
            }
            start += period
        }
    }
}
