// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A filter, or changes of color that follow each other as one matrix.
enum ColorStep: Hashable {
    /// Changes of color.
    case matrix(ColorMatrix)
    /// Anything else.
    case other(Filter)

    /// Folds changes of color into one where that changes nothing but rounding.
    ///
    /// Each step limits colors to 0 to 1. Where the first of two cannot leave that range, there is
    /// nothing to limit between them, and their product does what both do.
    static func folding(_ filters: some Sequence<Filter>) -> [ColorStep] {
        var steps: [ColorStep] = []
        for filter in filters {
            guard let matrix = filter.colorMatrix else {
                steps.append(.other(filter))
                continue
            }
            if case .matrix(let first)? = steps.last, first.staysInside {
                steps[steps.count - 1] = .matrix(matrix * first)
            } else {
                steps.append(.matrix(matrix))
            }
        }
        return steps
    }
}
