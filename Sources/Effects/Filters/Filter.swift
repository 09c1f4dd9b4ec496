// SPDX-License-Identifier: Apache-2.0

public import Raster

/// One step that changes a picture, or the backdrop of a pane.
///
/// Colors are encoded (no linearization) and straight, except where neighbors are averaged, which
/// happens premultiplied. The result of a step is limited to 0 to 1.
///
/// A new filter is a case here, a line of ``details``, a line of ``FilterFunction/table``, and a line of
/// `Filter.rendered` in Rendering, beside the two files with its value and its stage.
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

    /// The filter by itself.
    public var details: any FilterDescription {
        switch self {
        case .blur(let blur): blur
        case .boxBlur(let blur): blur
        case .variableBlur(let blur): blur
        case .motionBlur(let blur): blur
        case .zoomBlur(let blur): blur
        case .color(let function): function
        case .luminanceCurve(let curve): curve
        case .channelCurve(let curve): curve
        case .tint(let color): ColorFunction.tint(color)
        case .dropShadow(let shadow): shadow
        case .vignette(let vignette): vignette
        case .magnify(let magnification): magnification
        case .pixelate(let side): Pixelation(side: side)
        case .averageColor: AverageColor()
        case .captured(let capture): capture
        }
    }
}

extension Filter {
    /// Whether the step leaves every picture as it is, whatever its other values say.
    public var isIdentity: Bool { details.isIdentity }

    /// The pictures that the step needs.
    public var resources: [ResourceID] { details.resources }

    /// The canonical description of the step.
    public var value: PlanValue { details.planValue }

    /// The matrix of a step that multiplies straight colors by a matrix and does nothing else.
    public var colorMatrix: ColorMatrix? { details.colorMatrix }
}

extension Filter: CustomStringConvertible {
    /// The canonical text of the step; equal texts mean equal steps.
    public var description: String { value.description }
}

extension [Filter] {
    /// The filters for a picture whose pixels are the means of squares of this one's.
    ///
    /// Lengths shrink with the picture. Blurs smaller than a pixel then are left out: the squares
    /// have blurred more than that.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: `nil` if a filter has a resource or a position, which do not shrink by themselves.
    public func reduced(by side: Int) -> [Filter]? {
        var filters: [Filter] = []
        for filter in self {
            switch filter.details.reduced(by: side) {
            case .unchanged: filters.append(filter)
            case .replaced(let others): filters += others
            case .impossible: return nil
            }
        }
        return filters.filter { !$0.isIdentity }
    }
}
