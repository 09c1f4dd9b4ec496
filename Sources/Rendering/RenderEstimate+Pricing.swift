// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

extension RenderEstimate {
    /// Adds up the memory and the work of a render.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - resources: The other pictures that the plan uses.
    ///   - route: The route of the render.
    ///   - output: The result format.
    ///   - size: The result extent.
    ///   - layout: The result channels.
    ///   - bringsColors: Whether colors or pictures are converted to the color space of the picture.
    ///   - drawsTexts: Whether the plan has texts.
    init(
        _ source: SourceImage,
        _ resources: [ResourceID: SourceImage],
        _ route: RenderRoute,
        _ output: OutputOptions,
        size: PixelSize,
        layout: ChannelLayout,
        bringsColors: Bool,
        drawsTexts: Bool
    ) {
        let header = source.header
        let profileByteCount = header.profileByteCount
        let encoder = ImageEncoder.byteCount(
            output.encoding,
            size: size,
            layout: layout,
            profileByteCount: profileByteCount
        )
        // A result that the encoder holds back is written in one piece.
        let held =
            output.encoding.isHeldBack
            ? ImageEncoder.maximumEncodedByteCount(
                output.encoding,
                size: size,
                layout: layout,
                profileByteCount: profileByteCount
            ) : 0
        let uses: Set<PictureUse> =
            switch route {
            case .bands(let stages, _): stages.pictures()
            case .planes: []
            }
        let route =
            switch route {
            case .bands(let stages, let resized):
                Self.bands(source, stages, resized, output, size: size, layout: layout)
            case .planes(let route):
                Self.planes(header, route)
            }
        let pictures = Self.pictures(resources, uses, on: header)
        // Of the backdrop, or of the colors of the plan.
        let replaces = WorkingSpace.replaces(header, output, layout: layout)
        let conversion = WorkingSpace.estimate(header, to: 0)
        self.init(
            memory: source.bytes.count + pictures.memory + header.decoderByteCount + encoder + held
                + (replaces || bringsColors ? conversion.memory : 0) + route.memory,
            work: Self.fixedWork + route.work + pictures.work + (replaces ? conversion.work : 0),
            isGuess: header.format == .svg
                || uses.contains { resources[$0.picture]?.header.format == .svg },
            drawsTexts: drawsTexts
        )
        decodingMemory = source.bytes.count + header.decoderByteCount
        decodingWork =
            header.codedSize.pixelCount * header.layout.channelCount * Self.decodingPasses
            * header.decodingPasses
    }

    /// Returns the memory and the work for all frames of a moving result, each rendered as a still.
    ///
    /// - Parameters:
    ///   - motion: The facts about the result; nil for a still, whose estimate stays as it is.
    ///   - source: The image, with the numbers of its frames.
    ///   - output: The result format.
    /// - Returns: The memory and the work.
    func repeated(
        _ motion: MotionFacts?,
        _ source: SourceImage,
        _ output: OutputOptions
    ) -> RenderEstimate {
        guard let motion else { return self }
        // Frames before the first one are decoded as well.
        let unseen = source.decodedFrameCount - motion.frameCount
        // A frame of a GIF may be larger than the image.
        let cutOff = source.decodedPixelCount - source.pixelCount * source.decodedFrameCount
        let more =
            cutOff * source.header.layout.channelCount * Self.decodingPasses
            * source.header.decodingPasses
        var estimate = RenderEstimate(
            memory: memory + MotionEncoder.byteCount(output.encoding, motion),
            work: work * motion.frameCount + (Self.fixedWork + decodingWork) * unseen + more,
            isGuess: isGuess,
            drawsTexts: drawsTexts
        )
        estimate.decodingMemory = decodingMemory
        estimate.decodingWork = decodingWork * source.decodedFrameCount + more
        return estimate
    }

    /// The memory and the work of the pictures that a plan uses beside the source.
    ///
    /// Each is decoded once for each form, however often it is used, and kept until its last use.
    private static func pictures(
        _ resources: [ResourceID: SourceImage],
        _ uses: Set<PictureUse>,
        on backdrop: ImageHeader
    ) -> RenderEstimate {
        var (memory, work) = (resources.values.reduce(0) { $0 + $1.bytes.count }, 0)
        // Colors are converted while a picture is decoded, one picture after the other.
        var converting = 0
        for use in uses {
            guard let header = resources[use.picture]?.header else { continue }
            let conversion = WorkingSpace.estimate(header, to: backdrop.profileByteCount)
            memory += ResourcePicture.byteCount(header, as: use.form)
            converting = max(converting, conversion.memory)
            work += ResourcePicture.work(header) + (use.form == .alpha ? 0 : conversion.work)
        }
        return RenderEstimate(memory: memory + converting, work: work)
    }

    /// The memory and the work of a render whose stages pass on bands of pixels.
    private static func bands(
        _ source: SourceImage,
        _ stages: [PlannedStage<Straight>],
        _ resized: ResizedPlanes?,
        _ output: OutputOptions,
        size: PixelSize,
        layout: ChannelLayout
    ) -> RenderEstimate {
        let header = source.header
        let band = Band<Straight>.byteCount(
            layout: layout,
            width: size.width,
            capacity: bandHeight
        )
        let decoded = Band<Straight>.byteCount(
            layout: header.layout,
            width: header.codedSize.width,
            capacity: bandHeight
        )
        let coded = header.codedSize.pixelCount * header.layout.channelCount
        let result = size.pixelCount * layout.channelCount
        if let resized {
            return RenderEstimate(
                memory: resized.byteCount(header) + band + stages.byteCount()
                    + stages.passingByteCount(),
                work: coded * (decodingPasses * header.decodingPasses + 1)
                    + result * output.encoding.passes(size: size) + stages.work()
            )
        }
        let ahead =
            source.canvas == nil ? DecodingStage.lookahead(header.codedSize).portionCount : 0
        return RenderEstimate(
            memory: (ahead + 1) * decoded + band + stages.byteCount() + stages.passingByteCount(),
            work: coded * max(1, decodingPasses * header.decodingPasses)
                + result * output.encoding.passes(size: size) + stages.work()
        )
    }

    /// The memory and the work of a render that changes the planes of a JPEG without making pixels.
    private static func planes(_ header: ImageHeader, _ route: PlaneRoute) -> RenderEstimate {
        let groups = PlaneGroups.byteCount(header, route.input, keeping: route.keptGroupCount)
        let low =
            2
            * Band<Straight>.byteCount(
                layout: route.lowLayout,
                width: route.expansions[0].lowWidth,
                capacity: route.lowRowCount
            )
        let turned =
            route.orientation == .topLeft
            ? 0
            : StoredPicture<UInt16>.byteCount(size: route.reducedSize, layout: route.lowLayout)
                + Band<Straight>.byteCount(
                    layout: route.lowLayout,
                    width: route.reducedSize.width,
                    capacity: bandHeight
                )
        let written =
            route.writesBlocks
            ? BlockRows.byteCount(route.output) + JPEGBlockEncoder.scanByteCount
                + route.expansions.reduce(0) { $0 + BlockExpansion.byteCount($1) }
            : PlaneRows.byteCount(route.output)
                + route.expansions.reduce(0) { $0 + $1.expansionByteCount }
        let coded = route.input.sampleCount
        let result = route.output.sampleCount
        return RenderEstimate(
            memory: groups + low + turned + written + ColorLimits.byteCount(route.input)
                + BlurredLimits.byteCount(route) + PixelColors.byteCount(route)
                + route.reductions.reduce(0) { $0 + $1.reductionByteCount },
            work: coded * (decodingPasses * header.decodingPasses + 1)
                + result * (EncodingOptions.jpeg(route.options).passes(size: header.size) + 1)
        )
    }
}

extension JPEGPlanes {
    /// The number of samples in all planes.
    fileprivate var sampleCount: Int {
        components.indices.reduce(0) {
            let shape = shape(of: $1)
            return $0 + shape.width * shape.height
        }
    }
}
