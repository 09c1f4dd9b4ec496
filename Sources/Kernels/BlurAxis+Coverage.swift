// SPDX-License-Identifier: Apache-2.0

import Raster

extension BlurAxis {
    /// The most low positions that are being summed at the same time, while pixels come in order.
    var greatestOverlap: Int {
        var changes: [(pixel: Int, change: Int)] = []
        for low in summed {
            let pixels = pixels(of: low)
            changes.append((pixels.lowerBound, 1))
            changes.append((pixels.upperBound + 1, -1))
        }
        changes.sort { ($0.pixel, $0.change) < ($1.pixel, $1.change) }
        var (alive, greatest) = (0, 0)
        for change in changes {
            alive += change.change
            greatest = max(greatest, alive)
        }
        return greatest
    }

    /// How much of the blur falls on real pixels, per low position of ``results``.
    func lowCoverage() -> [Float] {
        let summed = summed
        var sums = [Int32](repeating: 0, count: summed.count)
        for pixel in 0..<inputCount {
            let (block, phase) = (block(of: pixel), phase(of: pixel))
            for tap in 0..<filter.taps where summed.contains(block - tap) {
                sums[block - tap - summed.lowerBound] += filter.spline[phase + tap * filter.step]
            }
        }
        return results.map { result in
            (-filter.radius...filter.radius).reduce(0) { coverage, offset in
                guard let low = source(of: result + offset) else { return coverage }
                let share = Float(sums[low - summed.lowerBound]) / Float(filter.unit)
                return coverage + filter.gaussian[abs(offset)] * share
            }
        }
    }

    /// How much of the blur of a pixel falls on real pixels.
    func coverage(at position: Int, low: Span<Float>, interpolation: Span<Float>) -> Float {
        let (index, phase) = (block(of: position) - results.lowerBound, phase(of: position))
        var coverage: Float = 0
        for tap in 0..<filter.taps {
            coverage += interpolation[phase + tap * filter.step] * low[index - tap]
        }
        return coverage
    }
}
