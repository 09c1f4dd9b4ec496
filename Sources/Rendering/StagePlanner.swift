// SPDX-License-Identifier: Apache-2.0

import Codecs
import Effects
import Kernels
import Raster

/// Decides which stages turn a file into a result.
///
/// The order is always: turn upright, then the steps of the plan, then what the output format
/// needs. Color is premultiplied around a blur and nowhere else, so a plan without one leaves
/// straight color alone, bit for bit.
struct StagePlanner {
    /// The stages, from the decoder's end to the encoder's.
    private(set) var stages: [PlannedStage] = []

    /// The extent of what comes out of the last stage.
    private(set) var size: PixelSize

    /// The channels of what comes out of the last stage.
    private(set) var layout: ChannelLayout

    init(header: ImageHeader, plan: Plan, output: OutputOptions) {
        size = header.codedSize
        layout = header.layout
        turnUpright(header)
        for step in plan.steps {
            switch step {
            case .filter(let filter): add(filter)
            case .panes: preconditionFailure("panes are not rendered")
            }
        }
        if output.encoding.format == .jpeg && layout.hasAlpha {
            let isGray = !layout.isColor && output.background.isGray
            append(.flatten(output.background), layout: isGray ? .gray : .rgb)
        }
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

    private mutating func add(_ blur: GaussianBlur) {
        if blur.edge.introducesAlpha && !layout.hasAlpha {
            append(.addAlpha, layout: layout.addingAlpha)
        }
        let geometry = BlurGeometry(size: size, sigma: blur.sigma, edge: blur.edge)
        append(.premultiply)
        append(.blur(geometry), size: geometry.outputSize)
        append(.unpremultiply)
    }

    private mutating func add(_ filter: Filter) {
        switch filter {
        case .blur(let blur): add(blur)
        case .color(let function): add(function.matrix)
        case .boxBlur, .variableBlur, .motionBlur, .zoomBlur, .luminanceCurve, .tint, .dropShadow,
            .vignette, .pixelate, .averageColor, .captured:
            preconditionFailure("a filter that is not rendered")
        }
    }

    private mutating func add(_ matrix: ColorMatrix) {
        if layout.isColor || !matrix.preservesGray { append(.mix(matrix)) }
    }

    private mutating func append(
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
