// SPDX-License-Identifier: Apache-2.0

package import Raster

extension LuminanceCurve: FilterDescription {
    /// Whether the amount is 0.
    package var isIdentity: Bool { amount == 0 }

    /// The curve's amount and values as a canonical value, for cache keys.
    package var planValue: PlanValue {
        .record(
            "luminance-curve",
            [
                .init("amount", .number(amount)),
                .init("values", .list(values.indices.map { .number(values[$0]) })),
            ]
        )
    }

    /// Leaves the filter unchanged for a reduced image: it treats every pixel separately.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let luminanceCurve = FilterFunction(
        "luminance-curve",
        .amount("amount", 0...1, "0 for no change, 1 for the curve alone"),
        .fourNumbers("values", ChannelCurve.pointRange, "control points of a cubic"),
        sentence: "Remaps luminance by a Bézier curve over its four values.",
        standard: .coreAnimation,
        category: .color,
        identity: "luminance-curve(0 0 0 0 0)"
    ) { .luminanceCurve(LuminanceCurve(amount: $0, values: $1)) }
}
