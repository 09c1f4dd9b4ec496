// SPDX-License-Identifier: Apache-2.0

public import Raster

/// One step that changes a picture, or what lies beneath a pane.
///
/// Colors are encoded (no linearization) and straight, except where neighbors are averaged, which
/// happens premultiplied. What comes out of a step is limited to 0 to 1.
public enum Filter: Hashable, Sendable {
    /// A Gaussian blur.
    case blur(GaussianBlur)
    /// The three boxes by which others approximate a Gaussian.
    case boxBlur(BoxBlur)
    /// A Gaussian blur whose strength a mask varies.
    case variableBlur(VariableBlur)
    /// A blur along a line.
    case motionBlur(MotionBlur)
    /// A blur away from a point.
    case zoomBlur(ZoomBlur)
    /// A change of every color by a matrix.
    case color(ColorFunction)
    /// A remap of luminance.
    case luminanceCurve(LuminanceCurve)
    /// A remap of red, green and blue, each by itself.
    case channelCurve(ChannelCurve)
    /// A flat color over the picture, source-over; where the picture is transparent it stays so.
    case tint(StraightColor)
    /// A shadow beneath the picture.
    case dropShadow(DropShadow)
    /// Darker, then transparent, towards the corners.
    case vignette(Vignette)
    /// The picture made larger about its center, and cut off where it was.
    case magnify(Magnification)
    /// Means of squares of pixels in place of the pixels; the side in pixels, at least 1.
    case pixelate(Int)
    /// The mean of the picture in place of every pixel.
    case averageColor
    /// Steps made on means of squares of pixels, each of which then stands for its square: how
    /// Core Animation captures a backdrop at a scale below 1.
    case captured(Capture)

    /// Whether the step leaves every picture as it is, whatever its other values say.
    public var isIdentity: Bool {
        switch self {
        case .blur(let blur): blur.sigma == 0
        case .boxBlur(let blur): blur.sigma == 0
        case .variableBlur(let blur): blur.sigma == 0
        case .motionBlur(let blur): blur.radius == 0
        case .zoomBlur(let blur): blur.amount == 0
        case .color(let function): function.isIdentity
        case .luminanceCurve(let curve): curve.amount == 0
        case .tint(let color): color.alpha == 0
        case .dropShadow(let shadow): shadow.color.alpha == 0
        case .pixelate(let side): side == 1
        case .magnify(let magnification): magnification.factor == 1
        case .captured(let capture): capture.side == 1 && capture.filters.isEmpty
        case .channelCurve, .vignette, .averageColor: false
        }
    }

    /// The pictures that the step needs.
    public var resources: [ResourceID] {
        if case .variableBlur(let blur) = self { [blur.mask.picture] } else { [] }
    }
}

extension Filter: CustomStringConvertible {
    /// The canonical text of the step; equal texts mean equal steps.
    public var description: String { value.description }

    /// The canonical description of the step.
    public var value: PlanValue {
        switch self {
        case .blur(let blur): blur.value
        case .boxBlur(let blur): blur.value
        case .variableBlur(let blur): blur.value
        case .motionBlur(let blur):
            .numbers("motion-blur", ["radius": blur.radius, "angle": blur.angle])
        case .zoomBlur(let blur): blur.value
        case .color(let function): function.value
        case .luminanceCurve(let curve): curve.planValue
        case .channelCurve(let curve): curve.planValue
        case .tint(let color): .record("tint", [.init("color", color.planValue)])
        case .dropShadow(let shadow): shadow.value
        case .vignette(let vignette): .numbers("vignette", ["start": vignette.start])
        case .magnify(let magnification):
            .numbers("magnify", ["factor": magnification.factor])
        case .pixelate(let side): .numbers("pixelate", ["side": Double(side)])
        case .averageColor: .record("average-color", [])
        case .captured(let capture):
            .record(
                "capture",
                [
                    .init("side", .number(Double(capture.side))),
                    .init("filters", .list(capture.filters.map(\.value))),
                ]
            )
        }
    }
}
