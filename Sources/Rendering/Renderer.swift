// SPDX-License-Identifier: Apache-2.0

public import Codecs
public import Effects
public import Raster
import Typesetting

/// A render that is decided but not begun: what will come out, and what it will take.
///
/// Creating one reads the header of the picture and nothing else.
public struct Renderer: Sendable {
    /// The picture.
    public let source: SourceImage

    /// What is done to it.
    public let plan: Plan

    /// How the result is written down.
    public let output: OutputOptions

    /// What pictures and results may measure.
    public let limits: DecodeLimits

    /// The pictures that the plan needs beside the source.
    public let resources: [ResourceID: SourceImage]

    /// What decides about the texts of the plan besides the plan: the versions of libraries and
    /// fonts; nil without a text.
    public let typesetting: String?

    /// The extent of the result.
    public let outputSize: PixelSize

    /// The channels of the result.
    public let outputLayout: ChannelLayout

    /// The extent after each step of the plan.
    public var stepSizes: [PixelSize] {
        var size = source.header.size
        return plan.steps.map { step in
            var planner = StagePlanner(size: size, layout: .rgba, resources: resources)
            planner.add([step])
            size = planner.size
            return size
        }
    }

    /// What the render will need.
    ///
    /// Found out when it is first asked for: a result that is there already needs none of it.
    public var estimate: RenderEstimate { decision.value.estimate }

    /// How it is rendered.
    var route: Route { decision.value.route }

    /// Whether ``estimate`` is known already; tests look at it.
    package var isDecided: Bool { decision.isMade }

    private let decision: RenderDecision

    /// Decides a render.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - plan: What is done to it.
    ///   - output: How the result is written down.
    ///   - limits: What the result may measure; a blur that expands makes it larger than the source.
    ///   - resources: All pictures that ``Plan/resources`` names.
    /// - Throws: ``RenderError/resultTooLarge(_:)``, or ``RenderError/text(_:)`` for what can
    ///   be said of a text before it is laid out.
    public init(
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

    /// Decides a render, whether a JPEG's planes may stay planes, and whether blocks may be made of
    /// them; tests look at all ways.
    package init(
        source: SourceImage,
        plan: Plan,
        output: OutputOptions,
        limits: DecodeLimits,
        resources: [ResourceID: SourceImage] = [:],
        usesPlanes: Bool,
        usesBlocks: Bool = true
    ) throws(RenderError) {
        precondition(plan.resources.allSatisfy { resources[$0] != nil }, "a picture is missing")
        do throws(TypesettingError) {
            for text in plan.texts { try TextRaster.check(text) }
            typesetting = plan.texts.isEmpty ? nil : try TextRaster.identity()
        } catch {
            throw .text(error)
        }
        var output = output
        if case .png(var options) = output.encoding {
            options.bitDepth = source.header.bitDepth
            output.encoding = .png(options)
        }
        let planner = StagePlanner(
            header: source.header,
            plan: plan,
            output: output,
            resources: resources
        )
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
        decision = RenderDecision { [output, stages = planner.stages, layout = planner.layout] in
            let planes =
                usesPlanes
                ? PlaneRoute(
                    header: source.header,
                    plan: plan,
                    output: output,
                    usesBlocks: usesBlocks
                ) : nil
            let route = planes.map(Route.planes) ?? .bands(stages)
            let estimate = RenderEstimate(
                source,
                plan.resources.compactMap { resources[$0] },
                route,
                output,
                size: size,
                layout: layout
            )
            return (route, estimate)
        }
    }

    /// Begins the render.
    ///
    /// Nothing is decoded before the first step of the session.
    ///
    /// - Parameters:
    ///   - cancellation: Looked at between two bands, and inside of long decodes.
    ///   - pool: Where workers that have nothing else to do decode ahead; nil for none.
    ///   - sink: Takes the file, piece by piece, on the thread that steps.
    /// - Returns: The session, to be stepped until it is finished.
    public func makeSession(
        cancellation: Cancellation,
        pool: WorkerPool? = nil,
        sink: @escaping @Sendable ([UInt8]) throws(SinkClosed) -> Void
    ) -> RenderSession {
        RenderSession(self, cancellation: cancellation, pool: pool, sink: sink)
    }

    /// Renders from beginning to end.
    ///
    /// Each stage pulls from the one above on the stack: panes on panes with as many filters as there
    /// can be take about 3 MB of it, and several times that under a sanitizer. A ``WorkerPool`` has
    /// threads with 32 MB.
    ///
    /// - Parameters:
    ///   - cancellation: Looked at between two bands, and inside of long decodes.
    ///   - pool: Where workers that have nothing else to do decode ahead; nil for none.
    ///   - sink: Takes the file, piece by piece.
    /// - Returns: Where the time went.
    /// - Throws: ``RenderError``; what the sink got by then is no whole file.
    public func run(
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
