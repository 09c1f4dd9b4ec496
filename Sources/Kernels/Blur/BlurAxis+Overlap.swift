// SPDX-License-Identifier: Apache-2.0

import Raster

extension BlurAxis {
    /// The greatest number of low-resolution samples being summed at the same time.
    ///
    /// Samples come in order, at most one step at a time.
    ///
    /// A low position is summed from the block of its first sample to the block of its last: as
    /// many blocks as there are taps. At a clamped edge there is one more position at each end,
    /// which sees only the edge. Each time that positions are mirrored back, up to one more than
    /// the number of taps join them, because blocks do not fit exactly there.
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

    /// The greatest number of blurred low-resolution samples that depend on input beyond an edge.
    var unevenCount: Int {
        let span = decimation.step * decimation.taps
        // All samples of these low positions, and of those between them, are inside the plane.
        let first = -decimation.origin.flooredQuotient(by: decimation.step)
        let last = (inputCount - span - decimation.origin).flooredQuotient(by: decimation.step)
        let even =
            min(last - gaussian.radius, results.upperBound)
            - max(first + gaussian.radius, results.lowerBound) + 1
        return results.count - max(0, even)
    }
}
