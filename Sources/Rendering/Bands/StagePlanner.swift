// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Raster

/// Plans the stages that convert a file to a result.
///
/// The order is fixed: turn upright, then the plan steps, then the requirements of the
/// output format. Color is premultiplied only where neighbors are averaged. So plans without such
/// steps keep straight color bit for bit.
struct StagePlanner {
    /// The stages, from the decoder to the encoder.
    private(set) var stages: [PlannedStage<Straight>] = []

    /// The size and the channels of the image after the last stage.
    private(set) var shape: PictureShape

    /// The first reason why the plan cannot be applied; nil if it can.
    private(set) var fault: PlanFault?

    /// The change of size that the decoder makes before the first stage; nil for none.
    private(set) var resized: ResizedPlanes?

    /// The bit depth of the samples after the last stage.
    private var depth = SampleDepth.sixteen

    /// Whether later color filters increase contrast, so that blurs must be more precise.
    var isMultiplied = false

    /// The size of the image after the last stage.
    var size: PixelSize { shape.size }

    /// The channels of the image after the last stage.
    var layout: ChannelLayout { shape.layout }

    /// The images that filters use.
    let resources: [ResourceID: SourceImage]

    /// Creates a planner without stages, for rows that exist already such as the backdrop of a
    /// pane.
    ///
    /// - Parameters:
    ///   - size: The input extent.
    ///   - layout: The input channels.
    ///   - resources: The images that filters use.
    init(
        size: PixelSize,
        layout: ChannelLayout,
        resources: [ResourceID: SourceImage] = [:]
    ) {
        shape = PictureShape(size: size, layout: layout)
        self.resources = resources
    }

    /// Plans the stages that turn an image upright.
    ///
    /// - Parameter header: The file header.
    init(upright header: ImageHeader) {
        self.init(size: header.codedSize, layout: header.layout)
        turnUpright(header)
    }

    /// Plans all stages of a render between the decoder and the encoder.
    ///
    /// - Parameters:
    ///   - header: The file header.
    ///   - plan: The steps that are applied to the image.
    ///   - output: The result format.
    ///   - resources: The images that the plan uses.
    ///   - usesPlanes: Whether the planes of a JPEG may be resized instead of pixels.
    init(
        header: ImageHeader,
        plan: Plan,
        output: OutputOptions,
        resources: [ResourceID: SourceImage],
        usesPlanes: Bool = true
    ) {
        self.init(size: header.codedSize, layout: header.layout, resources: resources)
        var header = header
        // A conversion to another color space makes samples of 16 bits.
        if header.profileByteCount > 0, output.profile == .srgb || !header.layout.isColor {
            header.deliveredDepth = .sixteen
        }
        var steps = plan.steps[...]
        if let stored = StoredResize(header, &steps) {
            let mayConvert =
                header.profileByteCount > 0
                && (output.profile == .srgb || !header.layout.isColor)
            resized = usesPlanes && !mayConvert ? ResizedPlanes(header, stored) : nil
            if let resized {
                shape.size = resized.size
            } else {
                add(stored)
            }
            // Sums of samples are more precise than the samples of the file.
            header.deliveredDepth = .sixteen
        }
        turnUpright(header)
        add(Array(steps))
        if !output.encoding.format.keepsAlpha && layout.hasAlpha {
            let isGray = !layout.isColor && output.background.isGray
            append(
                FlatteningStage.Plan(background: output.background, layout: isGray ? .gray : .rgb)
            )
        }
    }

    /// Adds the stages of a plan's steps, in order.
    mutating func add(_ steps: [Plan.Step]) {
        // Consecutive filters are planned together.
        var filters: [Filter] = []
        for step in steps {
            switch step {
            case .reshape(let reshaping):
                add(filters)
                filters = []
                add(reshaping)
            case .filter(let filter):
                filters.append(filter)
            case .panes(let panes):
                add(filters)
                filters = []
                add(panes)
            case .clip(let shape):
                add(filters)
                filters = []
                shape.addStages(to: &self)
            case .gallery(let gallery):
                add(filters)
                filters = []
                add(gallery)
            }
        }
        add(filters)
    }

    /// Adds the stage of panes; it may add color to a gray image but never alpha to an opaque
    /// one.
    private mutating func add(_ panes: [Pane]) {
        var planned: [PlannedPane] = []
        do throws(PlanFault) {
            for pane in panes where !pane.isIdentity {
                planned.append(try PlannedPane(pane, on: shape, resources: resources))
            }
        } catch {
            return refuse(error)
        }
        let isColor = planned.contains { $0.layout.isColor }
        let color: ChannelLayout = layout.hasAlpha ? .rgba : .rgb
        let plan = PaneByPaneStage.Plan.cheaper(
            planned,
            layout: isColor ? color : layout,
            on: shape
        )
        append(plan)
    }

    private mutating func turnUpright(_ header: ImageHeader) {
        depth = header.deliveredDepth
        add(turnedBy: header.orientation)
    }

    /// Adds a stage that turns the rows of an image with an Exif orientation upright.
    mutating func add(turnedBy orientation: Orientation) {
        switch orientation {
        case .topLeft: break
        case .topRight: append(Mirroring(), keepsDepth: true)
        case .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom:
            append(
                OrientingStage.Plan(orientation: orientation, depth: depth),
                keepsDepth: true
            )
        }
    }

    /// Records a reason why the plan cannot be applied, unless an earlier one is recorded.
    mutating func refuse(_ fault: PlanFault) { self.fault = self.fault ?? fault }

    /// Adds a stage after the last one.
    ///
    /// - Parameters:
    ///   - plan: The plan of a stage on straight color.
    ///   - keepsDepth: Whether the stage makes no samples of its own.
    mutating func append(_ plan: any StagePlan<Straight>, keepsDepth: Bool = false) {
        if !keepsDepth { depth = .sixteen }
        let stage = PlannedStage(plan, on: shape)
        stages.append(stage)
        shape = stage.output
    }

    /// Adds stages on premultiplied color, with a conversion before and another after them.
    ///
    /// - Parameter plans: The plans of the stages, in order.
    mutating func append(premultiplied plans: any StagePlan<Premultiplied>...) {
        append(premultiplied: plans)
    }

    /// Adds stages on premultiplied color, with a conversion before and another after them.
    ///
    /// - Parameter plans: The plans of the stages, in order.
    mutating func append(premultiplied plans: [any StagePlan<Premultiplied>]) {
        append(PremultipliedRun(plans, on: shape))
    }
}

extension Color {
    /// Whether the three channels are equal.
    fileprivate var isGray: Bool { red == green && green == blue }
}
