// SPDX-License-Identifier: Apache-2.0

import CPNG

/// A way to compress the rows of a PNG: the choice of filters, and the search for matches of
/// deflate.
enum PNGStrategy: CaseIterable {
    /// Filters chosen by libpng for each row, with a search for few matches: `Z_FILTERED` of zlib.
    case differences
    /// Filters chosen by libpng for each row, with a search for runs alone, suitable for noise:
    /// `Z_RLE`.
    case runs
    /// Filters chosen by libpng for each row, with a search for any repetition.
    case repeatedDifferences
    /// No filter, with a search for any repetition.
    case repetitions
    /// No filter, and no search, suitable for noise of few colors: `Z_HUFFMAN_ONLY`.
    case literals

    /// Chooses the usual strategy for a pixel format.
    init(_ form: PNGForm) { self = form.isSmooth ? .differences : .repetitions }

    /// The strategy as a constant of C.
    var code: cpng_strategy {
        switch self {
        case .differences: CPNG_DIFFERENCES
        case .runs: CPNG_RUNS
        case .repeatedDifferences: CPNG_REPEATED_DIFFERENCES
        case .repetitions: CPNG_REPETITIONS
        case .literals: CPNG_LITERALS
        }
    }
}
