// SPDX-License-Identifier: Apache-2.0

/// A picture that fades from a radius on towards its corners.
///
/// Alpha is multiplied by (r1 − r) / (r1 − r0), limited to 0 to 1, where r is the distance to the
/// center, r0 is half of the shorter side times ``start``, and r1 half of the longer side: a radial
/// gradient from white to black whose luminance is a mask.
public struct Vignette: Hashable, Sendable {
    /// Where the fading starts, as a part of half of the shorter side, 0 to 1.
    public let start: Double

    /// Creates a vignette.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `vignette`.
    public init(start: Double) throws(EffectError) {
        guard (0...1).contains(start) else { throw .outOfRange(parameter: .vignette) }
        self.start = start == 0 ? 0 : start
    }
}

extension EffectError.Parameter {
    /// The start of a vignette.
    public static let vignette = Self("vignette")
}

extension Vignette: FilterDescription {
    /// No: even the latest start leaves the corners transparent.
    public var isIdentity: Bool { false }

    /// The canonical description.
    public var planValue: PlanValue { .numbers("vignette", ["start": start]) }

    /// The same vignette: its start is a part of the picture.
    public func reduced(by side: Int) -> FilterReduction { .unchanged }
}

extension FilterFunction {
    static let vignette = FilterFunction(
        "vignette",
        .amount(
            "start",
            0...1,
            default: "100%",
            "where it begins, as a part of half of the shorter side"
        ),
        sentence: "Fades the picture out towards its corners.",
        standard: .coreImage
    ) { start throws(EffectError) in .vignette(try Vignette(start: start)) }
}
