// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension StagePlanner {
    /// Adds the stages of filters, in order.
    ///
    /// Changes of color that follow each other become one where that changes nothing.
    mutating func add(_ filters: [Filter]) {
        for step in ColorStep.folding(filters) {
            switch step {
            case .matrix(let matrix): add(matrix)
            case .other(let filter): add(filter)
            }
        }
    }

    private mutating func add(_ filter: Filter) {
        switch filter {
        case .color(let function): add(function.matrix)
        case .tint(let color): add(ColorMatrix(tint: color))
        case .luminanceCurve(let curve): append(.remap(curve))
        case .blur(let blur): add(blur)
        case .pixelate(let side): add(Capture(side: side, filters: []))
        case .captured(let capture): add(capture)
        case .averageColor:
            // One square of everything.
            add(Capture(side: max(size.width, size.height), filters: []))
        case .boxBlur, .variableBlur, .motionBlur, .zoomBlur, .dropShadow, .vignette:
            preconditionFailure("a filter that is not rendered")
        }
    }

    private mutating func add(_ blur: GaussianBlur) {
        if blur.edge.introducesAlpha { addAlpha() }
        let geometry = BlurGeometry(size: size, sigma: blur.sigma, edge: blur.edge)
        append(.premultiply)
        append(.blur(geometry), size: geometry.outputSize)
        append(.unpremultiply)
    }

    private mutating func add(_ matrix: ColorMatrix) {
        if !layout.hasAlpha && !matrix.keepsOpaque { addAlpha() }
        if !layout.isColor {
            if matrix.preservesGray { return }
            if !matrix.mapsGrayToGray {
                append(.convert, layout: layout.hasAlpha ? .rgba : .rgb)
            }
        }
        append(.mix(matrix))
    }

    private mutating func add(_ capture: Capture) {
        let whole = size
        append(.premultiply)
        append(
            .reduce(capture.side),
            size: SquareReduction.outputSize(of: whole, side: capture.side)
        )
        append(.unpremultiply)
        add(capture.filters)
        append(.replicate(capture.side), size: whole)
    }

    private mutating func addAlpha() {
        if !layout.hasAlpha { append(.convert, layout: layout.addingAlpha) }
    }
}
