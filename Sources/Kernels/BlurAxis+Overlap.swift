// SPDX-License-Identifier: Apache-2.0

import Raster

extension BlurAxis {
    /// The most low positions that are being summed at the same time, while samples come in order, a
    /// step at a time at most.
    var greatestOverlap: Int {
        var changes: [(step: Int, change: Int)] = []
        for low in summed {
            let samples = samples(of: low)
            changes.append((decimation.block(of: samples.lowerBound), 1))
            changes.append((decimation.block(of: samples.upperBound) + 1, -1))
        }
        changes.sort { ($0.step, $0.change) < ($1.step, $1.change) }
        var (alive, greatest) = (0, 0)
        for change in changes {
            alive += change.change
            greatest = max(greatest, alive)
        }
        return greatest
    }
}
