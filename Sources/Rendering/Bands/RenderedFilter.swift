// SPDX-License-Identifier: Apache-2.0

import Effects
import Raster

/// A filter that can be rendered: it adds its stages to a pipeline.
///
/// The conformance is in the file of the stage.
protocol RenderedFilter: FilterDescription {
    /// The pixels outside of the image that the filter reads or draws.
    var reach: FilterReach { get }

    /// Adds the stages of the filter after the stages that are planned so far.
    ///
    /// - Parameter planner: The planner with the stages before it; they determine the input.
    func addStages(to planner: inout StagePlanner)

    /// Adds the stages of a filter that spreads its image over transparent pixels, and returns
    /// the rectangle that they compute.
    ///
    /// - Parameters:
    ///   - planner: The planner with the stages before it.
    ///   - frame: The part of the result to compute, in pixels of the input; it contains the input.
    /// - Returns: The computed extent, in pixels of the input.
    func addStages(to planner: inout StagePlanner, showing frame: PixelRect) -> PixelRect
}

extension RenderedFilter {
    /// Adds transparent pixels around the image, then the filter; it keeps the extent.
    func addStages(to planner: inout StagePlanner, showing frame: PixelRect) -> PixelRect {
        planner.add(extent: frame)
        addStages(to: &planner)
        return frame
    }
}

extension RenderedFilter where Self: InPlacePlan {
    /// No pixels: the filter computes each pixel from the same pixel.
    var reach: FilterReach { .none }

    /// Adds the filter itself as a stage.
    func addStages(to planner: inout StagePlanner) { planner.append(self) }
}

extension Filter {
    /// The filter as a type that adds its stages to a pipeline.
    var rendered: any RenderedFilter {
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
        case .grade(let grade): grade
        case .place(let function): function
        case .detail(let detail): detail
        case .neighborhood(let neighborhood): neighborhood
        case .statistic(let statistic): statistic
        }
    }
}
