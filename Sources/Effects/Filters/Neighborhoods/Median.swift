// SPDX-License-Identifier: Apache-2.0

extension Neighborhood {
    /// Creates a filter that replaces each sample by the median of a square.
    ///
    /// - Parameter side: The side of the square, in pixels; an odd number.
    /// - Returns: The filter.
    package static func median(side: Int) -> Neighborhood {
        Neighborhood(
            .numbers("median", ["side": Double(side)]),
            .median(side: side),
            isIdentity: side == 1
        )
    }
}

extension FilterFunction {
    static let median = FilterFunction(
        "median",
        .wholeLength("side", 1...31, default: "3px", "of the square; even sides count as one more"),
        sentence: "Replaces each sample with the median of a square: removes specks, keeps edges.",
        standard: .coreImage,
        category: .detail,
        identity: "median(1px)",
        aliases: ["median-filter", "medianfilter"]
    ) { .neighborhood(.median(side: $0 | 1)) }
}
