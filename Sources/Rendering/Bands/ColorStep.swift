// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A step of a filter list: one filter, or several color matrices multiplied into one.
enum ColorStep: Hashable {
    /// One or more consecutive color filters, as one color matrix.
    case matrix(ColorMatrix)
    /// A filter that is not a color matrix.
    case other(Filter)

    /// The pixels outside of the image that the step reads or draws.
    var reach: FilterReach {
        switch self {
        case .matrix: .none
        case .other(let filter): filter.rendered.reach
        }
    }

    /// Multiplies consecutive color matrices into one where that changes only the rounding.
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
            // Pixels that the first matrix makes transparent have no color for the second.
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
