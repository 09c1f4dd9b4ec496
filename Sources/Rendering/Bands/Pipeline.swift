// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// The stages of one render, each owning the one before it.
///
/// A pipeline that is kept, rather than its ``end`` alone, releases its stages from below, one after
/// the other. Panes on panes are thousands of stages, and each would release the next out of its own
/// end, which no stack holds.
final class Pipeline {
    /// What flows between two stages.
    enum Stream {
        /// Rows of straight color.
        case straight(any BandSource<Straight>)
        /// Rows of premultiplied color.
        case premultiplied(any BandSource<Premultiplied>)

        /// Where they come from.
        var stage: AnyObject {
            switch self {
            case .straight(let stage): stage
            case .premultiplied(let stage): stage
            }
        }
    }

    /// What stages may need beside the rows of the picture.
    struct Context {
        /// The pictures that the plan names.
        var resources: [ResourceID: SourceImage]
        /// What these pictures may measure.
        var limits: DecodeLimits
        /// Who may stop the render.
        var cancellation: Cancellation
        /// Decodes these pictures.
        var pictures = ResourcePictures()
    }

    /// All stages, the lowest last.
    private var stages: [AnyObject] = []
    private var lowest: (any BandSource<Straight>)?

    /// Builds stages.
    ///
    /// - Parameters:
    ///   - source: The upper end.
    ///   - stages: As a ``StagePlanner`` planned them for that source.
    ///   - context: What stages may need.
    init(_ source: any BandSource<Straight>, stages: [PlannedStage], context: Context) {
        var stream = Stream.straight(source)
        self.stages.reserveCapacity(stages.count + 1)
        for stage in stages {
            self.stages.append(stream.stage)
            stream = Self.extend(stream, by: stage, context: context)
        }
        guard case .straight(let end) = stream else {
            preconditionFailure("a plan that ends premultiplied")
        }
        lowest = end
    }

    deinit {
        lowest = nil
        while !stages.isEmpty { stages.removeLast() }
    }

    /// The lower end, from which the encoder is fed.
    var end: any BandSource<Straight> {
        guard let lowest else { preconditionFailure("a pipeline that is gone") }
        return lowest
    }

    private static func extend(
        _ stream: Stream,
        by stage: PlannedStage,
        context: Context
    ) -> Stream {
        switch stream {
        case .straight(let upstream): extend(upstream, by: stage, context: context)
        case .premultiplied(let upstream): extend(upstream, by: stage, context: context)
        }
    }

    private static func extend(
        _ upstream: any BandSource<Straight>,
        by stage: PlannedStage,
        context: Context
    ) -> Stream {
        switch stage.operation {
        case .mirror:
            .straight(MirroringStage(upstream))
        case .orient(let orientation, let depth):
            .straight(OrientingStage(upstream, orientation: orientation, depth: depth))
        case .convert:
            .straight(ConvertingStage(upstream, layout: stage.layout))
        case .premultiply:
            .premultiplied(PremultiplyingStage(upstream))
        case .mix(let matrix):
            .straight(MixingStage(upstream, matrix: matrix))
        case .remap(let curve):
            .straight(CurveStage(upstream, curve: curve))
        case .remapChannels(let curve):
            .straight(ChannelCurveStage(upstream, curve: curve))
        case .replicate(let side):
            .straight(ReplicatingStage(upstream, side: side, size: stage.size))
        case .panes(let panes):
            .straight(PanesStage(upstream, panes: panes, layout: stage.layout, context: context))
        case .shadow(let shadow):
            .straight(ShadowStage(upstream, shadow: shadow))
        case .fade(let vignette):
            .straight(VignetteStage(upstream, vignette: vignette))
        case .gallery(let gallery, let whole):
            .straight(GalleryStage(upstream, gallery: gallery, of: whole, context: context))
        case .flatten(let background):
            .straight(FlatteningStage(upstream, background: background, layout: stage.layout))
        case .blur, .boxBlur, .byteBox, .variableBlur, .motionBlur, .zoomBlur, .magnify,
            .unpremultiply, .reduce:
            preconditionFailure("a plan that lacks a step to premultiplied color")
        }
    }

    private static func extend(
        _ upstream: any BandSource<Premultiplied>,
        by stage: PlannedStage,
        context: Context
    ) -> Stream {
        // A step below that needs all rows takes them in one step of the render.
        let upstream = CheckedStage(upstream, context.cancellation)
        return switch stage.operation {
        case .blur(let geometry):
            .premultiplied(BlurringStage(upstream, geometry: geometry))
        case .boxBlur(let kernel, let edge):
            .premultiplied(BoxBlurStage(upstream, kernel: kernel, edge: edge))
        case .byteBox(let radius):
            .premultiplied(ByteBoxStage(upstream, radius: radius))
        case .variableBlur(let blur, _):
            .premultiplied(VariableBlurStage(upstream, blur: blur, context: context))
        case .motionBlur(let blur):
            .premultiplied(MotionBlurStage(upstream, blur: blur))
        case .zoomBlur(let blur):
            .premultiplied(
                ZoomBlurStage(upstream, blur: blur, cancellation: context.cancellation)
            )
        case .magnify(let magnification):
            .premultiplied(MagnifyingStage(upstream, magnification: magnification))
        case .reduce(let side):
            .premultiplied(ReducingStage(upstream, side: side))
        case .unpremultiply:
            .straight(UnpremultiplyingStage(upstream))
        case .mirror, .orient, .convert, .premultiply, .mix, .remap, .remapChannels, .replicate,
            .shadow, .fade, .panes, .gallery, .flatten:
            preconditionFailure("a plan that lacks a step to straight color")
        }
    }
}
