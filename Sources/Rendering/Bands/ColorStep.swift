// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A filter, or consecutive changes of color combined into one matrix.
enum ColorStep: Hashable {
    /// Changes of color as one matrix.
    case matrix(ColorMatrix)
    /// Any other filter.
    case other(Filter)

    /// The pixels beyond the picture that the step reads or draws.
    var reach: FilterReach {
        switch self {
        case .matrix: .none
        case .other(let filter): filter.rendered.reach
        }
    }

    /// Combines consecutive changes of color where that changes only the rounding.
    ///
    /// Each step clips colors to 0 to 1. If the first of two cannot leave that range, nothing is
    /// clipped between them, and their product has the same result.
    static func folding(_ filters: some Sequence<Filter>) -> [ColorStep] {
        var steps: [ColorStep] = []
        for filter in filters {
            guard let matrix = filter.colorMatrix else {
                steps.append(.other(filter))
                continue
            }
            // What the first makes transparent has lost its color for the second.
            let isHidden = matrix.reveals
            if case .matrix(let first)? = steps.last, first.staysInside,
                !isHidden || first.preservesAlpha
            {
                steps[steps.count - 1] = .matrix(matrix * first)
            } else {
                steps.append(.matrix(matrix))
            }
        }
        return steps
    }
}
