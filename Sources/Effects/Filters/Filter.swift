// SPDX-License-Identifier: Apache-2.0

package import Raster

/// A filter of an image, or of the backdrop of a pane.
///
/// Colors are encoded (no linearization) and straight, except where neighbors are averaged
/// premultiplied. The result of a filter is clipped to 0 to 1.
///
/// A new filter that is made of one of the parts below ``grade(_:)`` needs one file with its row,
/// and a line in ``FilterFunction/table``. Any other needs two files, with its value and its stage,
/// and a line each in the cases here, in ``details``, in the table, and in `Filter.rendered` in
/// Rendering.
package enum Filter: Hashable, Sendable {
    /// A Gaussian blur.
    case blur(GaussianBlur)
    /// Three box blurs that approximate a Gaussian.
    case boxBlur(BoxBlur)
    /// A Gaussian blur whose strength varies with a mask image.
    case variableBlur(VariableBlur)
    /// A motion blur: an average along a line.
    case motionBlur(MotionBlur)
    /// A zoom blur: an average along lines towards a center.
    case zoomBlur(ZoomBlur)
    /// A change of colors by a 4 × 5 matrix.
    case color(ColorFunction)
    /// A curve of the luminance, mixed with the color.
    case luminanceCurve(LuminanceCurve)
    /// The same tone curve for red, green and blue.
    case channelCurve(ChannelCurve)
    /// A color laid over the image; the alpha of the image is kept.
    case tint(StraightColor)
    /// A shadow under the image.
    case dropShadow(DropShadow)
    /// A fade to transparency towards the corners.
    case vignette(Vignette)
    /// A magnification about the center, in which the image keeps its extent.
    case magnify(Magnification)
    /// A mosaic: each square of pixels is replaced by its mean; the side is in pixels and at least
    /// 1.
    case pixelate(Int)
    /// A fill with the mean color of the image.
    case averageColor
    /// Filters on a copy of the image reduced by averaging, as Core Animation captures a backdrop
    /// at a scale less than 1.
    case captured(Capture)
    /// A change of each pixel's color by itself, by curves, matrices and scaling.
    case grade(ColorGrade)
    /// A change of each pixel's color by its position.
    case place(PlaceFunction)
    /// A mix of the image with a blurred copy of it.
    case detail(Detail)
    /// A function of the pixels around each pixel.
    case neighborhood(Neighborhood)
    /// A change of colors that depends on all pixels of the image.
    case statistic(ImageStatistic)

    /// The filter's parameters, as the type that implements its properties.
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
        case .grade(let grade): grade
        case .place(let function): function
        case .detail(let detail): detail
        case .neighborhood(let neighborhood): neighborhood
        case .statistic(let statistic): statistic
        }
    }
}

extension Filter {
    /// Whether the filter never changes an image.
    package var isIdentity: Bool { details.isIdentity }

    /// The identifiers of the images that the filter uses as masks.
    package var resources: [ResourceID] { details.resources }

    /// The filter's name and parameters as a canonical value, for cache keys.
    package var value: PlanValue { details.planValue }

    /// The color matrix that equals the filter; nil if the filter does more than multiply by a
    /// matrix.
    package var colorMatrix: ColorMatrix? { details.colorMatrix }

    /// Converts the filter's own colors, for an image in another color space.
    func mappingColors(_ convert: (StraightColor) -> StraightColor) -> Filter {
        details.mappingColors(convert) ?? self
    }
}

extension Filter: CustomStringConvertible {
    /// The filter's name and parameters as text; equal texts mean equal filters.
    package var description: String { value.description }
}

extension [Filter] {
    /// Adapts the filters to an image that is reduced by averaging squares of pixels.
    ///
    /// Lengths shrink with the image. Blurs that become smaller than a pixel are omitted, because
    /// the squares blur more than that.
    ///
    /// - Parameter side: The side of a square, in pixels.
    /// - Returns: `nil` if a filter has a resource or a position, because these do not shrink.
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
