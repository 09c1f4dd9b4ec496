// SPDX-License-Identifier: Apache-2.0

package import Raster

/// An image, text or shape that is drawn on a pane, and the ink that colors it.
///
/// It is clipped to the pane.
package struct Content: Hashable, Sendable {
    /// The image, text or shape that is drawn.
    package enum Form: Hashable, Sendable {
        /// An image, fitted into a frame.
        case picture(PictureForm)
        /// A text, with its font and layout.
        case text(TextForm)
        /// An area that is filled with one color.
        case shape(Shape)
    }

    /// The image, text or shape that is drawn.
    package let form: Form

    /// The colors in which the image, text or shape is drawn.
    package let ink: Ink

    /// Creates the content of a pane from an image, text or shape and its ink.
    package init(_ form: Form, ink: Ink) {
        self.form = form
        self.ink = ink
    }

    /// The identifier of the drawn image; nil for a text or a shape.
    package var resource: ResourceID? {
        if case .picture(let picture) = form { picture.picture } else { nil }
    }

    /// The form and the ink as a canonical value, for cache keys.
    var value: PlanValue {
        let form: PlanValue =
            switch form {
            case .picture(let picture): picture.value
            case .text(let text): text.value
            case .shape(let shape): shape.planValue
            }
        return .record("content", [.init("form", form), .init("ink", ink.value)])
    }
}

/// The colors and the blend formula in which an image, text or shape is drawn on a pane.
///
/// In the formulas, `a` is the alpha of the content, and `B` is the backdrop: the pane with the
/// contents before this one.
package enum Ink: Hashable, Sendable {
    /// The image's own colors, composited source-over, with their alpha multiplied by `0...1`.
    case own(Double)
    /// One color, composited source-over; the alpha of the image, text or shape is its mask.
    case color(StraightColor)
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
        case .own(let alpha), .vibrant(_, let alpha): alpha
        case .color(let color), .dodged(let color, _), .burned(let color, _): color.alpha
        }
    }

    /// The kind of ink and its colors as a canonical value, for cache keys.
    var value: PlanValue {
        switch self {
        case .own(let alpha): .numbers("own", ["alpha": alpha])
        case .color(let color): .record("color", [.init("color", color.planValue)])
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
}
