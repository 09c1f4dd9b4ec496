// SPDX-License-Identifier: Apache-2.0

extension ColorGrade {
    /// Creates a grade that changes the saturation of dull colors more than the saturation of vivid
    /// ones.
    ///
    /// The distance to gray of the same luminance is multiplied by 1 + amount · (1 − v), where v is
    /// the greatest channel minus the least.
    package static func vibrance(_ amount: Double) -> ColorGrade {
        let value = PlanValue.numbers("vibrance", ["amount": amount])
        let scaling = ColorScaling(by: .vividness) { 1 + amount * (1 - $0) }
        return ColorGrade(value, isIdentity: amount == 0, [.scaling(scaling)])
    }
}

extension FilterFunction {
    static let vibrance = FilterFunction(
        "vibrance",
        .amount("amount", -1...1, "negative values make colors duller"),
        sentence: "Saturates dull colors more than vivid ones.",
        standard: .coreImage,
        category: .color,
        identity: "vibrance(0)"
    ) { .grade(.vibrance($0)) }
}
