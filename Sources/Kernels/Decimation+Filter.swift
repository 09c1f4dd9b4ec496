// SPDX-License-Identifier: Apache-2.0

import KernelInterface

extension Decimation {
    /// The average of a filter, with room in the scratch for a number of results.
    init(filter: BlurFilter, resultCount: Int) {
        let step = filter.step
        let phaseStride = (resultCount + filter.taps + 15) & ~15 + 16
        self.init(
            step: step,
            weights: filter.spline[..<(filter.splineCount / 2)].map {
                Float($0) / Float(filter.unit)
            },
            starts: (0..<filter.splineCount).map { $0 % step * phaseStride + $0 / step },
            phaseStride: phaseStride
        )
    }
}
