// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// Decides which stages turn a file into a result.
///
/// The order is always: turn upright, then the steps of the plan, then what the output format
/// needs. Color is premultiplied where neighbors are averaged and nowhere else, so a plan without
/// such a step leaves straight color alone, bit for bit.
struct StagePlanner {
    /// The stages, from the decoder's end to the encoder's.
    private(set) var stages: [PlannedStage<Straight>] = []

    /// The extent and the channels of what comes out of the last stage.
    private(set) var shape: PictureShape

    /// The extent of what comes out of the last stage.
    var size: PixelSize { shape.size }

    /// The channels of what comes out of the last stage.
    var layout: ChannelLayout { shape.layout }

    /// The pictures that filters name.
    let resources: [ResourceID: SourceImage]

    /// Plans nothing as yet for rows that are there: what lies beneath a pane, say.
    ///
    /// - Parameters:
    ///   - size: The extent of what goes in.
    ///   - layout: Its channels.
    ///   - resources: The pictures that filters name.
    init(
        size: PixelSize,
        layout: ChannelLayout,
        resources: [ResourceID: SourceImage] = [:]
    ) {
        shape = PictureShape(size: size, layout: layout)
        self.resources = resources
    }

    /// Plans to turn a picture upright and nothing else.
    ///
    /// - Parameter header: What the file says of itself.
    init(upright header: ImageHeader) {
        self.init(size: header.codedSize, layout: header.layout)
        turnUpright(header)
    }

    /// Plans a render.
    ///
    /// - Parameters:
    ///   - header: What the file says of itself.
    ///   - plan: What is done to the picture.
    ///   - output: How the result is written down.
    ///   - resources: The pictures that the plan names.
    init(
        header: ImageHeader,
        plan: Plan,
        output: OutputOptions,
        resources: [ResourceID: SourceImage]
    ) {
        self.init(size: header.codedSize, layout: header.layout, resources: resources)
        turnUpright(header)
        add(plan.steps)
        if output.encoding.format == .jpeg && layout.hasAlpha {
            let isGray = !layout.isColor && output.background.isGray
            append(
                FlatteningStage.Plan(background: output.background, layout: isGray ? .gray : .rgb)
            )
        }
    }

    /// Adds the stages of a plan's steps, in order.
    mutating func add(_ steps: [Plan.Step]) {
        // Filters that follow each other are planned together.
        var filters: [Filter] = []
        for step in steps {
            switch step {
            case .filter(let filter):
                filters.append(filter)
            case .panes(let panes):
                add(filters)
                filters = []
                add(panes)
            case .gallery(let gallery):
                add(filters)
                filters = []
                add(gallery)
            }
        }
        add(filters)
    }

    /// Panes give color to a gray picture, and never alpha to an opaque one.
    private mutating func add(_ panes: [Pane]) {
        let planned = panes.filter { !$0.isIdentity }.map {
            PlannedPane($0, on: layout, resources: resources)
        }
        let isColor = planned.contains { $0.layout.isColor }
        let color: ChannelLayout = layout.hasAlpha ? .rgba : .rgb
        append(PanesStage.Plan(panes: planned, layout: isColor ? color : layout))
    }

    private mutating func turnUpright(_ header: ImageHeader) {
        switch header.orientation {
        case .topLeft: break
        case .topRight: append(Mirroring())
        case .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom:
            append(
                OrientingStage.Plan(
                    orientation: header.orientation,
                    depth: header.deliveredDepth
                )
            )
        }
    }

    /// Adds a stage.
    ///
    /// - Parameter plan: What the stage does to straight color.
    mutating func append(_ plan: some StagePlan<Straight>) {
        let stage = PlannedStage(plan, on: shape)
        stages.append(stage)
        shape = stage.output
    }

    /// Adds stages between two that multiply color by alpha and divide by it.
    ///
    /// - Parameter plans: What the stages do to premultiplied color, in order.
    mutating func append(premultiplied plans: any StagePlan<Premultiplied>...) {
        append(PremultipliedRun(plans, on: shape))
    }
}

extension Color {
    /// Whether the three channels are the same.
    fileprivate var isGray: Bool { red == green && green == blue }
}
