// SPDX-License-Identifier: Apache-2.0

package import Raster

/// The colors and the blend formula in which an image, text or area is drawn.
///
/// In the formulas, `a` is the alpha of the content, and `B` is the backdrop: what lies beneath, with the
/// contents before this one.
package enum Ink: Hashable, Sendable {
    /// The image's own colors, composited source-over, with their alpha multiplied by `0...1`.
    case own(Double)
    /// One color, composited source-over; the alpha of the image, text or area is its mask.
    case color(StraightColor)
    /// A gradient whose top left corner lies at a point of the image, composited source-over, with
    /// its alpha multiplied by `0...1`; the alpha of the image, text or area is its mask.
    case gradient(Gradient, origin: Point, alpha: Double)
    /// The backdrop with its colors changed by a matrix: (1 − a) B + a · M(B), clipped, where a is
    /// multiplied by `alpha`.
    case vibrant(ColorMatrix, alpha: Double)
    /// The vibrancy of dark blur styles before iOS 13: a color dodge of the backdrop with the first
    /// color, plus the second color.
    case dodged(StraightColor, plus: StraightColor)
    /// The vibrancy of light blur styles before iOS 13: a color burn of the backdrop with the first
    /// color, then plus-darker with the second.
    case burned(StraightColor, minus: StraightColor)

    /// The factor that multiplies the alpha of glyphs with colors of their own, such as emoji.
    package var opacity: Double {
        switch self {
        case .own(let alpha), .vibrant(_, let alpha), .gradient(_, _, let alpha): alpha
        case .color(let color), .dodged(let color, _), .burned(let color, _): color.alpha
        }
    }

    /// The kind of ink and its colors as a canonical value, for cache keys.
    var value: PlanValue {
        switch self {
        case .own(let alpha): .numbers("own", ["alpha": alpha])
        case .color(let color): .record("color", [.init("color", color.planValue)])
        case .gradient(let gradient, let origin, let alpha):
            .record(
                "gradient",
                [
                    .init("gradient", gradient.value),
                    .init("origin", .list([.number(origin.x), .number(origin.y)])),
                    .init("alpha", .number(alpha)),
                ]
            )
        case .vibrant(let matrix, let alpha):
            .record(
                "vibrant",
                [.init("matrix", matrix.planValue), .init("alpha", .number(alpha))]
            )
        case .dodged(let dodge, let plus):
            .record("dodged", [.init("color", dodge.planValue), .init("plus", plus.planValue)])
        case .burned(let burn, let minus):
            .record("burned", [.init("color", burn.planValue), .init("minus", minus.planValue)])
        }
    }

    /// Multiplies the alpha of the ink by a factor.
    func faded(_ factor: Double) -> Ink {
        func faded(_ color: StraightColor) -> StraightColor {
            var color = color
            color.alpha *= factor
            return color
        }
        return switch self {
        case .own(let alpha): .own(alpha * factor)
        case .color(let color): .color(faded(color))
        case .gradient(let gradient, let origin, let alpha):
            .gradient(gradient, origin: origin, alpha: alpha * factor)
        case .vibrant(let matrix, let alpha): .vibrant(matrix, alpha: alpha * factor)
        case .dodged(let color, let plus): .dodged(faded(color), plus: faded(plus))
        case .burned(let color, let minus): .burned(faded(color), minus: faded(minus))
        }
    }

    /// Converts the colors of the ink, for an image in another color space.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Ink {
        switch self {
        case .own, .vibrant: self
        case .color(let color): .color(convert(color))
        case .gradient(let gradient, let origin, let alpha):
            .gradient(gradient.mappingColors(convert), origin: origin, alpha: alpha)
        case .dodged(let color, let plus): .dodged(convert(color), plus: convert(plus))
        case .burned(let color, let minus): .burned(convert(color), minus: convert(minus))
        }
    }
}
