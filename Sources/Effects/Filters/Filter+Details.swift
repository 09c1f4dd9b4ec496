// SPDX-License-Identifier: Apache-2.0

package import Raster

extension Filter {
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
