// SPDX-License-Identifier: Apache-2.0

import Raster

/// A change of saturation, as in CSS `saturate()`; 0 gives gray, 1 changes nothing.
///
/// The matrix acts on straight, encoded color, and its result is clipped to the range of the
/// samples.
///
/// Reference: Filter Effects Module Level 1, section 6.1, `saturate()`, with Rec. 709 weights.
package struct Saturation: Hashable, Sendable {
    /// The accepted values of ``amount``.
    package static let amountRange: ClosedRange<Double> = 0...100

    /// The factor of saturation: 0 gives gray, 1 changes nothing.
    package let amount: Double

    /// Creates a change of saturation; throws for an unsupported factor.
    ///
    /// - Parameter amount: A value inside ``amountRange``; it is never clamped.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with the parameter `saturate`.
    package init(amount: Double) throws(EffectError) {
        guard Self.amountRange.contains(amount) else { throw .outOfRange(parameter: .saturate) }
        self.amount = amount == 0 ? 0 : amount
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the factor of saturation.
    package static let saturate = Self("saturate")
}

extension ColorFunction {
    /// The accepted amounts of `brightness()`, `contrast()` and `saturate()` in filter lists.
    static let strengthRange: ClosedRange<Double> = 0...1000

    /// Creates CSS `saturate()`: multiplies saturation; 0 gives gray, 1 changes nothing.
    package static func saturate(_ amount: Double) -> ColorFunction {
        ColorFunction(.numbers("saturate", ["amount": amount]), .saturation(amount))
    }
}

extension FilterFunction {
    static let saturate = FilterFunction(
        "saturate",
        .amount(
            "amount",
            ColorFunction.strengthRange,
            isSaturating: true,
            default: "1",
            "0 is gray"
        ),
        sentence: "Multiplies saturation.",
        standard: .filterEffects,
        category: .color,
        identity: "saturate(1)",
        aliases: ["color-saturate", "colorsaturate"],
        synonyms: ["saturation"]
    ) { .color(.saturate($0)) }
}
