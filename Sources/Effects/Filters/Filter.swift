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
}
