// SPDX-License-Identifier: Apache-2.0

/// A filter that replaces every pixel by the mean of the image.
package struct AverageColor: Hashable, Sendable {
    /// Creates the filter; it has no parameters.
    package init() {}
}

extension AverageColor: FilterDescription {
    /// False: the filter changes every image that has more than one color.
    package var isIdentity: Bool { false }

    /// The filter's name as a canonical value, for cache keys.
    package var planValue: PlanValue { .record("average-color", []) }

    /// Leaves the filter unchanged for a reduced image: its mean is the same.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let averageColor = FilterFunction(
        "average-color",
        sentence: "Replaces every pixel with the mean of the image.",
        standard: .coreAnimation,
        category: .statistics
    ) { .averageColor }
}
