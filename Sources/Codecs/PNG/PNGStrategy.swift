// SPDX-License-Identifier: Apache-2.0

import CPNG

/// A way to compress the rows of a PNG, of which the best depends on the picture.
enum PNGStrategy: CaseIterable {
    /// Filters that libpng chooses row by row, with a search that prefers codes for single differences.
    case differences
    /// The same filters, with a search for runs alone, which suits noise.
    case runs
    /// The same filters, with a search for any repetition.
    case repeatedDifferences
    /// No filter, with a search for any repetition.
    case repetitions

    /// The usual strategy for rows of a form.
    init(_ form: PNGForm) { self = form.isSmooth ? .differences : .repetitions }

    /// The strategy as libpng gets it.
    var code: cpng_strategy {
        switch self {
        case .differences: CPNG_DIFFERENCES
        case .runs: CPNG_RUNS
        case .repeatedDifferences: CPNG_REPEATED_DIFFERENCES
        case .repetitions: CPNG_REPETITIONS
        }
    }
}
