// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A shadow beneath the image: its alpha, blurred, moved and filled with a color.
///
/// The extent stays; the shadow is clipped to it.
///
/// Reference: Filter Effects Module Level 1, section 6.1, `drop-shadow()`.
package struct DropShadow: Hashable, Sendable {
    /// The accepted offsets on each axis, in pixels.
    package static let offsetRange: ClosedRange<Double> = -65_536...65_536

    /// The offset to the right and downwards, in pixels.
    package let offset: Point
    /// The standard deviation of the blur, in pixels.
    package let sigma: Float
    /// The color of the shadow.
    package private(set) var color: StraightColor
    /// Whether the image grows to hold the whole shadow, as with the edge mode
    /// ``EdgeMode/expand``.
    package let grows: Bool

    /// Creates a drop shadow from its offset, blur and color.
    ///
    /// - Throws: ``EffectError/outOfRange(parameter:)`` with `dropShadow`.
    package init(
        offset: Point,
        sigma: Float,
        color: StraightColor,
        grows: Bool = false
    ) throws(EffectError) {
        guard Self.offsetRange.contains(offset.x), Self.offsetRange.contains(offset.y),
            GaussianBlur.sigmaRange.contains(sigma)
        else { throw .outOfRange(parameter: .dropShadow) }
        self.offset = offset
        self.sigma = sigma == 0 ? 0 : sigma
        self.color = color
        self.grows = grows
    }
}

extension EffectError.Parameter {
    /// The name by which errors refer to the offset and the blur of a drop shadow.
    package static let dropShadow = Self("dropShadow")
}

extension DropShadow: FilterDescription {
    /// Whether the color is fully transparent.
    package var isIdentity: Bool { color.alpha == 0 }

    /// The shadow's offset, blur and color as a canonical value, for cache keys.
    package var planValue: PlanValue {
        let edge: [PlanValue.Field] = grows ? [.init("edge", .text(EdgeMode.expand.rawValue))] : []
        return .record(
            "drop-shadow",
            [
                .init("x", .number(offset.x)),
                .init("y", .number(offset.y)),
                .init("sigma", .number(sigma)),
                .init("color", color.planValue),
            ] + edge
        )
    }

    /// Refuses to adapt to a reduced image.
    package func reduced(by side: Int) -> FilterReduction { .impossible }

    /// Whether an edge mode changes the shadow: only ``EdgeMode/expand``, with which nothing is
    /// clipped.
    package func sees(_ edge: EdgeMode) -> Bool { edge == .expand }

    /// Whether the image grows to hold the whole shadow.
    package var enlarges: Bool { grows }

    /// Converts the color of the shadow, for an image in another color space.
    package func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter? {
        var shadow = self
        shadow.color = convert(color)
        return .dropShadow(shadow)
    }

    /// Creates the same shadow in an image that grows to hold it, for ``EdgeMode/expand``; nil for
    /// other edge modes.
    package func resolved(edge: EdgeMode, kernel: BlurKernel) throws(EffectError) -> Filter? {
        guard edge == .expand else { return nil }
        return .dropShadow(try DropShadow(offset: offset, sigma: sigma, color: color, grows: true))
    }
}

extension FilterFunction {
    static let dropShadow = FilterFunction(
        "drop-shadow",
        .color("color", default: "black", "of the shadow"),
        .length("x", DropShadow.offsetRange, isSaturating: true, "to the right"),
        .length("y", DropShadow.offsetRange, isSaturating: true, "downwards"),
        .length(
            "radius",
            GaussianBlur.pixelRange,
            isSaturating: true,
            default: "0px",
            "standard deviation"
        ),
        sentence: "A blurred shadow under the image; the color may come before or after the "
            + "lengths.",
        standard: .filterEffects,
        category: .stylize,
        identity: "drop-shadow(transparent 0 0)",
        synonyms: ["shadow", "box-shadow"]
    ) { color, x, y, sigma throws(EffectError) in
        let offset = Point(x: x, y: y)
        return .dropShadow(try DropShadow(offset: offset, sigma: Float(sigma), color: color))
    }
}
