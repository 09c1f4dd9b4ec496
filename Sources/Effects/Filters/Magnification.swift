// SPDX-License-Identifier: Apache-2.0

/// A magnification of the image about its center, with an unchanged extent.
///
/// With *c* for the center, the result at *x* is the source at *c* + (*x* − *c*) / ``factor``,
/// interpolated linearly. Pixels beyond the image are never needed.
package struct Magnification: Hashable, Sendable {
    /// The accepted magnification factors.
    package static let factorRange: ClosedRange<Double> = 1...10

    /// The magnification factor.
    package let factor: Double

    /// Creates a magnification by a factor.
    ///
    /// - Parameter factor: A value in ``factorRange``.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `magnification`.
    package init(factor: Double) throws(EffectError) {
        guard Self.factorRange.contains(factor) else {
            throw .outOfRange(parameter: .magnification)
        }
        self.factor = factor
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the factor of a magnification.
    package static let magnification = Self("magnification")
}

extension Magnification: FilterDescription {
    /// Whether the factor is 1.
    package var isIdentity: Bool { factor == 1 }

    /// The factor as a canonical value, for cache keys.
    package var planValue: PlanValue { .numbers("magnify", ["factor": factor]) }

    /// Leaves the filter unchanged for a reduced image: its center and its factor are relative.
    package func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let magnify = FilterFunction(
        "magnify",
        .amount("factor", Magnification.factorRange, "1 for no change"),
        sentence: "Enlarges the image about its center, and cuts off its margins.",
        standard: .own,
        category: .stylize,
        identity: "magnify(1)"
    ) { factor throws(EffectError) in .magnify(try Magnification(factor: factor)) }
}
