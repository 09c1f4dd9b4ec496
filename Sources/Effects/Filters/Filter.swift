// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A filter of a picture, or of the backdrop of a pane.
///
/// Colors are encoded (no linearization) and straight, except where neighbors are averaged
/// premultiplied. The result of a filter is clipped to 0 to 1.
///
/// A new filter needs two files, with its value and its stage, and a line each in the cases here,
/// in ``details``, in ``FilterFunction/table``, and in `Filter.rendered` in Rendering.
package enum Filter: Hashable, Sendable {
    /// A Gaussian blur.
    case blur(GaussianBlur)
    /// Three box blurs that approximate a Gaussian.
    case boxBlur(BoxBlur)
    /// A Gaussian blur whose strength a mask varies.
    case variableBlur(VariableBlur)
    /// An average along a line.
    case motionBlur(MotionBlur)
    /// An average along lines towards a center.
    case zoomBlur(ZoomBlur)
    /// A change of colors by a matrix.
    case color(ColorFunction)
    /// A curve applied to luminance.
    case luminanceCurve(LuminanceCurve)
    /// A curve applied to red, green and blue separately.
    case channelCurve(ChannelCurve)
    /// A color laid over the picture; the alpha of the picture is kept.
    case tint(StraightColor)
    /// A shadow below the picture.
    case dropShadow(DropShadow)
    /// A fade-out towards the corners.
    case vignette(Vignette)
    /// A magnification about the center; the extent stays.
    case magnify(Magnification)
    /// Averages of squares in place of pixels; the side is in pixels and at least 1.
    case pixelate(Int)
    /// The mean color in place of every pixel.
    case averageColor
    /// Filters applied to averaged squares, which are then enlarged again; so Core Animation
    /// captures a backdrop at a scale below 1.
    case captured(Capture)

    /// The description of the filter.
    package var details: any FilterDescription {
        switch self {
        case .blur(let blur): blur
        case .boxBlur(let blur): blur
        case .variableBlur(let blur): blur
        case .motionBlur(let blur): blur
        case .zoomBlur(let blur): blur
        case .color(let function): function
        case .luminanceCurve(let curve): curve
        case .channelCurve(let curve): curve
        case .tint(let color): Tint(color: color)
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
    /// Whether the filter never changes a picture.
    package var isIdentity: Bool { details.isIdentity }

    /// The pictures that the filter uses.
    package var resources: [ResourceID] { details.resources }

    /// The canonical description of the filter.
    package var value: PlanValue { details.planValue }

    /// The matrix, if the filter only multiplies straight colors by one.
    package var colorMatrix: ColorMatrix? { details.colorMatrix }

    /// The same filter with other colors.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter {
        details.mappingColors(convert) ?? self
    }
}

extension Filter: CustomStringConvertible {
    /// The canonical text of the filter; equal texts mean equal filters.
    package var description: String { value.description }
}

extension [Filter] {
    /// The filters for a smaller picture whose pixels are averages of squares of this one's.
    ///
    /// Lengths shrink with the picture. Blurs that become smaller than a pixel are omitted, because
    /// the squares blur more than that.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: `nil` if a filter has a resource or a position, which do not shrink.
    package func reduced(by side: Int) -> [Filter]? {
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
