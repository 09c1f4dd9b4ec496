// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// Decides which stages turn a file into a result.
///
/// The order is always: turn upright, then the steps of the plan, then what the output format
/// needs. Color is premultiplied where neighbors are averaged and nowhere else, so a plan without
/// such a step leaves straight color alone, bit for bit.
struct StagePlanner {
    /// The stages, from the decoder's end to the encoder's.
    private(set) var stages: [PlannedStage] = []

    /// The extent of what comes out of the last stage.
    private(set) var size: PixelSize

    /// The channels of what comes out of the last stage.
    private(set) var layout: ChannelLayout

    /// Plans nothing as yet for rows that are there: what lies beneath a pane, say.
    ///
    /// - Parameters:
    ///   - size: The extent of what goes in.
    ///   - layout: Its channels.
    init(size: PixelSize, layout: ChannelLayout) {
        self.size = size
        self.layout = layout
    }

    /// Plans to turn a picture upright and nothing else.
    ///
    /// - Parameter header: What the file says of itself.
    init(upright header: ImageHeader) {
        size = header.codedSize
        layout = header.layout
        turnUpright(header)
    }

    /// Plans a render.
    ///
    /// - Parameters:
    ///   - header: What the file says of itself.
    ///   - plan: What is done to the picture.
    ///   - output: How the result is written down.
    init(header: ImageHeader, plan: Plan, output: OutputOptions) {
        self.init(upright: header)
        add(plan.steps)
        if output.encoding.format == .jpeg && layout.hasAlpha {
            let isGray = !layout.isColor && output.background.isGray
            append(.flatten(output.background), layout: isGray ? .gray : .rgb)
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
            }
        }
        add(filters)
    }

    /// Panes give color to a gray picture, and never alpha to an opaque one.
    private mutating func add(_ panes: [Pane]) {
        let planned = panes.filter { !$0.isIdentity }.map { PlannedPane($0, on: layout) }
        let isColor = planned.contains { $0.layout.isColor }
        let color: ChannelLayout = layout.hasAlpha ? .rgba : .rgb
        append(.panes(planned), layout: isColor ? color : layout)
    }

    private mutating func turnUpright(_ header: ImageHeader) {
        switch header.orientation {
        case .topLeft: break
        case .topRight: append(.mirror)
        case .bottomRight, .bottomLeft, .leftTop, .rightTop, .rightBottom, .leftBottom:
            append(
                .orient(header.orientation, header.deliveredDepth),
                size: header.size
            )
        }
    }

    /// Adds a stage.
    ///
    /// - Parameters:
    ///   - operation: What it does.
    ///   - newSize: What comes out of it, if that is another extent.
    ///   - newLayout: What comes out of it, if these are other channels.
    mutating func append(
        _ operation: PlannedStage.Operation,
        size newSize: PixelSize? = nil,
        layout newLayout: ChannelLayout? = nil
    ) {
        stages.append(
            PlannedStage(
                operation: operation,
                size: newSize ?? size,
                layout: newLayout ?? layout,
                inputSize: size,
                inputLayout: layout
            )
        )
        size = newSize ?? size
        layout = newLayout ?? layout
    }
}

extension Color {
    /// Whether the three channels are the same.
    fileprivate var isGray: Bool { red == green && green == blue }
}
