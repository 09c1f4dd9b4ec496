// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster
import Typesetting

/// A render that is planned but not begun, with its output size and its cost.
///
/// Creating one reads the header of the picture and nothing else.
package struct Renderer: Sendable {
    /// The picture to render.
    package let source: SourceImage

    /// The steps that are applied to the picture.
    package let plan: Plan

    /// The result format.
    package let output: OutputOptions

    /// The largest extents of pictures and results.
    package let limits: DecodeLimits

    /// The pictures that the plan uses beside the source.
    package let resources: [ResourceID: SourceImage]

    /// The versions of the text libraries and fonts; nil for a plan without text.
    ///
    /// With the plan, they determine how its texts look.
    package let typesetting: String?

    /// The result width and height, in pixels.
    package let outputSize: PixelSize

    /// The result channels.
    package let outputLayout: ChannelLayout

    /// The facts about the frames of a moving result; nil for a still.
    package var motion: MotionFacts? {
        guard let numbers = source.selection.frames, let motion = source.header.motion else {
            return nil
        }
        return MotionFacts(
            size: outputSize,
            layout: outputLayout,
            frameCount: numbers.count,
            playCount: motion.playCount
        )
    }

    /// The size of the picture after each step of the plan.
    package var stepSizes: [PixelSize] {
        var size = source.header.size
        return plan.steps.map { step in
            var planner = StagePlanner(size: size, layout: .rgba, resources: resources)
            planner.add([step])
            size = planner.size
            return size
        }
    }

    /// The memory and the work of the render.
    ///
    /// Computed on first use: a result that is in the cache needs no estimate. It takes the
    /// outlines of blurs, not their weights, so that refusing a render costs little.
    package var estimate: RenderEstimate {
        price.value {
            RenderEstimate(
                source,
                resources.filter { plan.resources.contains($0.key) },
                route(in: .standard, isOutline: true),
                output,
                size: outputSize,
                layout: outputLayout,
                bringsColors: bringsColors,
                drawsTexts: typesetting != nil
            ).repeated(motion, source, output)
        }
    }

    /// Whether a picture in another color space is converted to sRGB.
    let replacesSpace: Bool

    /// Whether ``estimate`` is computed already; for tests.
    package var isPriced: Bool { price.isMade }

    /// Whether the blurs of the render are designed already; for tests.
    package var isDesigned: Bool { designed.isMade }

    private let price = RenderDecision<RenderEstimate>()
    private let designed = RenderDecision<RenderDesign>()

    private let planner: StagePlanner
    private let bringsColors: Bool
    private let usesPlanes: Bool
    private let usesBlocks: Bool

    /// Plans the render of a picture, and refuses a plan or a size that is not possible.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - plan: The steps that are applied to it.
    ///   - output: The result format.
    ///   - limits: The largest result; a blur that expands the picture makes a larger one.
    ///   - resources: All pictures that ``Plan/resources`` names.
    /// - Throws: ``RenderError/resultTooLarge(_:)``, ``RenderError/plan(_:)`` for a plan that cannot
    ///   be applied to the picture, or ``RenderError/text(_:)`` for a text that cannot be drawn, as
    ///   far as that is known before its layout.
    package init(
        source: SourceImage,
        plan: Plan,
        output: OutputOptions,
        limits: DecodeLimits,
        resources: [ResourceID: SourceImage] = [:]
    ) throws(RenderError) {
        try self.init(
            source: source,
            plan: plan,
            output: output,
            limits: limits,
            resources: resources,
            usesPlanes: true
        )
    }

    /// Plans a render with or without the faster routes for JPEG, so that tests can compare them.
    package init(
        source: SourceImage,
        plan: Plan,
        output: OutputOptions,
        limits: DecodeLimits,
        resources: [ResourceID: SourceImage] = [:],
        usesPlanes: Bool,
        usesBlocks: Bool = true
    ) throws(RenderError) {
        for id in plan.resources where resources[id] == nil { throw .plan(.missingPicture(id)) }
        try source.check()
        for id in plan.resources { try resources[id]?.check() }
        do throws(TypesettingError) {
            for text in plan.texts { try TextRaster.check(text) }
            typesetting = plan.texts.isEmpty ? nil : try TextRaster.identity()
        } catch {
            throw .text(error)
        }
        var output = output
        output.encoding = output.encoding.storing(source.header.bitDepth)
            .adapted(to: ImageTraits(of: source, plan))
        let planner = StagePlanner(
            header: source.header,
            plan: plan,
            output: output,
            resources: resources,
            usesPlanes: usesPlanes
        )
        if let fault = planner.fault { throw .plan(fault) }
        let size = planner.size
        guard size.width <= limits.maximumSide, size.height <= limits.maximumSide,
            size.pixelCount <= limits.maximumPixelCount
        else { throw .resultTooLarge(size) }
        self.source = source
        self.plan = plan
        self.output = output
        self.limits = limits
        self.resources = resources
        outputSize = size
        outputLayout = planner.layout
        replacesSpace = WorkingSpace.replaces(source.header, output, layout: planner.layout)
        bringsColors =
            plan.bringsColors
            || source.header.layout.hasAlpha && !output.encoding.format.keepsAlpha
        self.planner = planner
        self.usesPlanes = usesPlanes
        self.usesBlocks = usesBlocks
    }

    /// Returns the color space of the render, and its stages or planes with the weights of its
    /// blurs.
    ///
    /// Made on first use, which is the beginning of the render on its worker.
    ///
    /// - Parameter cancellation: Checked while a codec looks for the color space of the picture.
    /// - Returns: Both.
    /// - Throws: ``RenderError`` if the color space is needed and cannot be read.
    func design(_ cancellation: Cancellation) throws(RenderError) -> RenderDesign {
        try designed.value { () throws(RenderError) in
            let keeps = bringsColors && !replacesSpace
            let space = keeps ? try WorkingSpace(keptBy: source, limits, cancellation) : .standard
            return RenderDesign(route: route(in: space, isOutline: false), space: space)
        }
    }

    /// Chooses whether to render bands of pixels or the planes of a JPEG.
    ///
    /// - Parameters:
    ///   - space: The color space; a price does not depend on it.
    ///   - isOutline: Whether blurs have no weights, which is enough for a price.
    /// - Returns: The route.
    private func route(in space: WorkingSpace, isOutline: Bool) -> RenderRoute {
        let (plan, output) = space.converting(plan, output)
        if usesPlanes && !replacesSpace,
            let planes = PlaneRoute(
                header: source.header,
                plan: plan,
                output: output,
                usesBlocks: usesBlocks,
                isOutline: isOutline
            )
        {
            return .planes(planes)
        }
        let converted =
            space.profile == nil
            ? planner
            : StagePlanner(
                header: source.header,
                plan: plan,
                output: output,
                resources: resources,
                usesPlanes: usesPlanes
            )
        return .bands(converted.stages.spooled, converted.resized)
    }

    /// Creates a session in which the caller renders step by step.
    ///
    /// Nothing is decoded before the first step of the session.
    ///
    /// - Parameters:
    ///   - cancellation: Checked between two bands, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle; nil for none.
    ///   - sink: Receives the file piece by piece, on the thread that steps.
    /// - Returns: The session, to be stepped until it is finished.
    package func makeSession(
        cancellation: Cancellation,
        pool: WorkerPool? = nil,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) -> RenderSession {
        RenderSession(self, cancellation: cancellation, pool: pool, sink: sink)
    }

    /// Renders the whole picture, and hands the encoded file to a sink.
    ///
    /// The stages call each other on the stack. The deepest plan, panes on panes with as many
    /// filters as allowed, takes about 3 MB of stack, and several times that under a sanitizer. The
    /// threads of a ``WorkerPool`` have 32 MB.
    ///
    /// - Parameters:
    ///   - cancellation: Checked between two bands, and during long decodes.
    ///   - pool: The workers that decode ahead while they are idle; nil for none.
    ///   - sink: Receives the file piece by piece.
    /// - Returns: The time that each part took.
    /// - Throws: ``RenderError``; the bytes that the sink received until then are not a whole file.
    package func run(
        cancellation: Cancellation = Cancellation(),
        pool: WorkerPool? = nil,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) throws(RenderError) -> RenderTimings {
        let session = makeSession(cancellation: cancellation, pool: pool, sink: sink)
        while true {
            if case .finished(let timings) = try session.step() { return timings }
        }
    }
}
