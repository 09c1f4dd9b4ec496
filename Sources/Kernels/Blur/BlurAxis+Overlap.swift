// SPDX-License-Identifier: Apache-2.0

import Raster

extension BlurAxis {
    /// The most low positions that are being summed at the same time, while samples come in order, a
    /// step at a time at most.
    ///
    /// A low position is alive from the block of its first sample to that of its last, which are as
    /// many as there are taps. At an edge that clamps one more sees nothing but the edge, at either
    /// edge. Each time that positions are mirrored back, up to one more than there are taps join
    /// them, since blocks do not fit exactly then.
    var greatestOverlap: Int {
        let taps = decimation.taps
        let limit: Int
        switch edge {
        case .normalize, .transparent, .expand:
            limit = taps
        case .clamp:
            limit =
                decimation.block(of: 0) == decimation.block(of: inputCount - 1)
                ? taps + 2 : taps + 1
        case .mirror:
            let end = decimation.support(of: summed.upperBound).upperBound + 1
            limit = taps + (taps + 1) * max(0, (end - 1) / inputCount)
        }
        return min(limit, summed.count)
    }

    /// The most results that come of low positions not all of which is real.
    var unevenCount: Int {
        let span = decimation.step * decimation.taps
        // All samples of these, and of those between them, are real.
        let first = -decimation.origin.flooredQuotient(by: decimation.step)
        let last = (inputCount - span - decimation.origin).flooredQuotient(by: decimation.step)
        let even =
            min(last - gaussian.radius, results.upperBound)
            - max(first + gaussian.radius, results.lowerBound) + 1
        return results.count - max(0, even)
    }
}
