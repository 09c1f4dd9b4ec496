// SPDX-License-Identifier: Apache-2.0

import Raster

extension ColorFunction {
    /// Creates CSS `opacity()`: multiplies alpha by `0...1`.
    package static func opacity(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("opacity", ["amount": amount]), .alpha(amount))
    }
}

extension FilterFunction {
    static let opacity = FilterFunction(
        "opacity",
        .fraction("amount", default: "1", "0 is transparent"),
        sentence: "Multiplies alpha.",
        standard: .filterEffects,
        category: .color,
        identity: "opacity(1)",
        synonyms: ["alpha"]
    ) { .color(.opacity($0)) }
}

extension ColorMatrix {
    fileprivate static func alpha(_ amount: Double) -> ColorMatrix {
        var matrix = identity
        matrix.alpha.alpha = amount
        return matrix
    }
}
