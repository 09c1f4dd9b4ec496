// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A picture, text or shape that is drawn on a pane, and the ink that colors it.
///
/// It is clipped to the pane.
package struct Content: Hashable, Sendable {
    /// A picture, a text or a shape.
    package enum Form: Hashable, Sendable {
        /// A picture.
        case picture(PictureForm)
        /// A text.
        case text(TextForm)
        /// An area in one color.
        case shape(Shape)
    }

    /// The picture, text or shape.
    package let form: Form

    /// The colors of the content.
    package let ink: Ink

    /// Creates a content.
    package init(_ form: Form, ink: Ink) {
        self.form = form
        self.ink = ink
    }

    /// The picture that the content uses.
    package var resource: ResourceID? {
        if case .picture(let picture) = form { picture.picture } else { nil }
    }

    /// The canonical description.
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

/// The colors that a content is drawn in.
///
/// In the formulas, `a` is the alpha of the content, and `B` is the backdrop: the pane with the
/// contents before this one.
package enum Ink: Hashable, Sendable {
    /// The picture's own colors, source-over, faded by a factor of `0...1`.
    case own(Double)
    /// One color, with the content's alpha as its mask, source-over.
    case color(StraightColor)
    /// The backdrop through a color matrix: (1 − a) B + a · M(B), clipped; a is multiplied by
    /// `alpha`.
    case vibrant(ColorMatrix, alpha: Double)
    /// The legacy vibrancy over dark: color dodge of B with the first color, plus the second color.
    case dodged(StraightColor, plus: StraightColor)
    /// The legacy vibrancy over light: color burn of B with the first color, then plus-darker with
    /// the second.
    case burned(StraightColor, minus: StraightColor)

    /// The opacity of parts with colors of their own, such as emoji in a text.
    package var opacity: Double {
        switch self {
        case .own(let alpha), .vibrant(_, let alpha): alpha
        case .color(let color), .dodged(let color, _), .burned(let color, _): color.alpha
        }
    }

    /// The canonical description.
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
