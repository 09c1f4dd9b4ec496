// SPDX-License-Identifier: Apache-2.0

package import Raster

extension ChannelCurve: FilterDescription {
    /// The accepted values of control points in filter lists.
    static let pointRange: ClosedRange<Double> = -10...10

    /// False: curves that change nothing are not recognized.
    package var isIdentity: Bool { false }

    /// The curve's control points as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record("curve", [.init("values", .list(values.indices.map { .number(values[$0]) }))])
    }

    /// Leaves the filter unchanged for a reduced image: it treats every pixel separately.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let curve = FilterFunction(
        "curve",
        .fourNumbers("values", ChannelCurve.pointRange, "control points of a cubic"),
        sentence: "Remaps red, green and blue, each by a Bézier curve over its four values.",
        standard: .coreAnimation,
        category: .color
    ) { .channelCurve(ChannelCurve(values: $0)) }
}
