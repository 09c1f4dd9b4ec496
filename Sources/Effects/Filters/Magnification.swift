// SPDX-License-Identifier: Apache-2.0

/// A picture made larger about its center, of which the same extent is shown.
///
/// With *c* for the center, what comes out at *x* is what went in at *c* + (*x* − *c*) / ``factor``,
/// interpolated linearly. Nothing beyond the picture is needed, as nothing becomes smaller.
public struct Magnification: Hashable, Sendable {
    /// The accepted factors.
    public static let factorRange: ClosedRange<Double> = 1...10

    /// How many times as large as it was the picture is.
    public let factor: Double

    /// Creates a magnification.
    ///
    /// - Parameter factor: Inside ``factorRange``.
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `magnification`.
    public init(factor: Double) throws(EffectError) {
        guard Self.factorRange.contains(factor) else {
            throw .outOfRange(parameter: .magnification)
        }
        self.factor = factor
    }
}

extension EffectError.Parameter {
    /// The factor of a magnification.
    public static let magnification = Self("magnification")
}

extension Magnification: FilterDescription {
    /// Whether the picture keeps its size.
    public var isIdentity: Bool { factor == 1 }

    /// The canonical description.
    public var planValue: PlanValue { .numbers("magnify", ["factor": factor]) }

    /// The same magnification.
    public func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let magnify = FilterFunction(
        "magnify",
        .amount("factor", Magnification.factorRange, "1 leaves it"),
        sentence: "Makes the picture larger about its center; its extent stays.",
        standard: .own
    ) { factor throws(EffectError) in .magnify(try Magnification(factor: factor)) }
}
