// SPDX-License-Identifier: Apache-2.0

package import Codecs
package import Effects
package import Raster
import Typesetting

/// A render that is planned but not begun, with its output size and its cost.
///
/// Creating one reads the header of the picture and nothing else.
package struct Renderer: Sendable {
    /// The picture.
    package let source: SourceImage

    /// The steps that are applied to the picture.
    package let plan: Plan

    /// The format of the result.
    package let output: OutputOptions

    /// The largest extents of pictures and results.
    package let limits: DecodeLimits

    /// The pictures that the plan uses beside the source.
    package let resources: [ResourceID: SourceImage]

    /// The versions of the text libraries and fonts; nil for a plan without text.
    ///
    /// With the plan, they determine how its texts look.
    package let typesetting: String?

    /// The extent of the result.
    package let outputSize: PixelSize

    /// The channels of the result.
    package let outputLayout: ChannelLayout

    /// The extent after each step of the plan.
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
    package var estimate: RenderEstimate { price.value }

    /// The route of the render, with the weights of its blurs.
    ///
    /// Computed on first use, which is the beginning of the render on its worker.
    var route: RenderRoute { design.value.route }

    /// The color space of the render; computed with the ``route``.
    var space: WorkingSpace { design.value.space }

    /// Whether the picture is converted to sRGB, if it is not in it.
    let replacesSpace: Bool

    /// Whether ``estimate`` is computed already; for tests.
    package var isPriced: Bool { price.isMade }

    /// Whether the blurs of the render are designed already; for tests.
    package var isDesigned: Bool { design.isMade }

    private let price: RenderDecision<RenderEstimate>
    private let design: RenderDecision<RenderDesign>

    /// Plans a render.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - plan: The steps that are applied to it.
    ///   - output: The format of the result.
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

    /// Plans a render, on the given routes only, so that tests can compare their results.
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
        let replacesSpace = WorkingSpace.replaces(source.header, output, layout: planner.layout)
        self.replacesSpace = replacesSpace
        let brings =
            plan.bringsColors
            || source.header.layout.hasAlpha && !output.encoding.format.keepsAlpha
        let decide = { @Sendable [output, planner] (isOutline: Bool) in
            // The space is not needed for a price.
            let keeps = brings && !replacesSpace && !isOutline
            let space = keeps ? WorkingSpace(keptBy: source, limits) : .standard
            let (plan, output) = space.converting(plan, output)
            let planes =
                usesPlanes && !replacesSpace
                ? PlaneRoute(
                    header: source.header,
                    plan: plan,
                    output: output,
                    usesBlocks: usesBlocks,
                    isOutline: isOutline
                ) : nil
            if let planes { return RenderDesign(route: .planes(planes), space: space) }
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
            return RenderDesign(
                route: .bands(converted.stages.spooled, converted.resized),
                space: space
            )
        }
        design = RenderDecision { decide(false) }
        price = RenderDecision { [output, layout = planner.layout] in
            RenderEstimate(
                source,
                resources.filter { plan.resources.contains($0.key) },
                decide(true).route,
                output,
                size: size,
                layout: layout,
                bringsColors: brings
            )
        }
    }

    /// Begins the render.
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

    /// Renders from beginning to end.
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
