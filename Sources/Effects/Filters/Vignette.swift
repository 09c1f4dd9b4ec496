// SPDX-License-Identifier: Apache-2.0

/// A filter that fades the image to transparency from a radius towards the corners.
///
/// Alpha is multiplied by (r1 − r) / (r1 − r0), clipped to 0 to 1. There r is the distance to the
/// center, r0 is half of the shorter side times ``start``, and r1 is half of the longer side.
package struct Vignette: Hashable, Sendable {
    /// The radius where the fade starts, as a fraction of half of the shorter side, in `0...1`.
    package let start: Double

    /// Creates a vignette from the radius at which it starts.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `vignette`.
    package init(start: Double) throws(EffectError) {
        guard (0...1).contains(start) else { throw .outOfRange(parameter: .vignette) }
        self.start = start == 0 ? 0 : start
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the start of a vignette.
    package static let vignette = Self("vignette")
}

extension Vignette: FilterDescription {
    /// False: even the latest start makes the corners transparent.
    package var isIdentity: Bool { false }

    /// The start as a canonical value, for cache keys.
    package var planValue: PlanValue { .numbers("vignette", ["start": start]) }

    /// Leaves the filter unchanged for a reduced image: its start is relative to the image's
    /// size.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let vignette = FilterFunction(
        "vignette",
        .amount(
            "start",
            0...1,
            default: "100%",
            "where it begins, as a fraction of half of the shorter side"
        ),
        sentence: "Fades the image out towards its corners.",
        standard: .coreImage,
        category: .stylize
    ) { start throws(EffectError) in .vignette(try Vignette(start: start)) }
}
