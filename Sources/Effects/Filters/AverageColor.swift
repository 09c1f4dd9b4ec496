// SPDX-License-Identifier: Apache-2.0

/// A filter that replaces every pixel by the mean of the picture.
public struct AverageColor: Hashable, Sendable {
    /// Creates the filter.
    public init() {}
}

extension AverageColor: FilterDescription {
    /// False: a picture rarely has its mean color everywhere.
    public var isIdentity: Bool { false }

    /// The canonical description.
    public var planValue: PlanValue { .record("average-color", []) }

    /// The same filter, because the mean of means is the mean.
    public func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let averageColor = FilterFunction(
        "average-color",
        sentence: "Replaces every pixel with the mean of the picture.",
        standard: .coreAnimation
    ) { .averageColor }
}
