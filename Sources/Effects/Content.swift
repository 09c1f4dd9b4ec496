// SPDX-License-Identifier: Apache-2.0

public import Raster

/// Something drawn on a pane: a form, and the ink that it is drawn in.
///
/// It is clipped to the pane.
public struct Content: Hashable, Sendable {
    /// What is drawn.
    public enum Form: Hashable, Sendable {
        /// A picture.
        case picture(PictureForm)
        /// A text.
        case text(TextForm)
        /// A plain area.
        case shape(Shape)
    }

    /// What is drawn.
    public let form: Form

    /// What it is drawn in.
    public let ink: Ink

    /// Creates a content.
    public init(_ form: Form, ink: Ink) {
        self.form = form
        self.ink = ink
    }

    /// The picture that the content needs.
    public var resource: ResourceID? {
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

/// What a content is drawn in.
///
/// `a` is the alpha of the content, `B` what lies beneath it: the pane,
/// with the contents before this one.
public enum Ink: Hashable, Sendable {
    /// The colors of a picture themselves, source-over, faded by a factor 0 to 1.
    case own(Double)
    /// A color in the form of the content's alpha, source-over.
    case color(StraightColor)
    /// What lies beneath in other colors: (1 − a) B + a · M(B), limited; a is faded by a factor.
    case vibrant(ColorMatrix, alpha: Double)
    /// The legacy vibrancy over dark: B dodged by the first color, then the second added.
    case dodged(StraightColor, plus: StraightColor)
    /// The legacy vibrancy over light: B burned by the first color, then darkened by the second.
    case burned(StraightColor, minus: StraightColor)

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
