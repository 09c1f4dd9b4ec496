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
        case .tint(let color): add(ColorFunction.tint(color).matrix)
        case .luminanceCurve(let curve): append(.remap(curve))
        case .channelCurve(let curve): append(.remapChannels(curve))
        case .blur(let blur): add(blur)
        case .pixelate(let side): add(Capture(side: side, filters: []))
        case .captured(let capture): add(capture)
        case .averageColor:
            // One square of everything.
            add(Capture(side: max(size.width, size.height), filters: []))
        case .boxBlur(let blur): add(blur)
        case .variableBlur(let blur): add(blur)
        case .motionBlur(let blur): addPremultiplied(.motionBlur(blur))
        case .zoomBlur(let blur): addPremultiplied(.zoomBlur(blur))
        case .magnify(let magnification): addPremultiplied(.magnify(magnification))
        case .dropShadow(let shadow): add(shadow)
        case .vignette(let vignette):
            addAlpha()
            append(.fade(vignette))
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
        // A square larger than the picture is as large as it.
        let side = min(capture.side, max(size.width, size.height))
        append(.premultiply)
        append(.reduce(side), size: SquareReduction.outputSize(of: whole, side: side))
        append(.unpremultiply)
        add(capture.filters)
        append(.replicate(side), size: whole)
    }

    private mutating func add(_ blur: BoxBlur) {
        if blur.edge.introducesAlpha { addAlpha() }
        let width = blur.boxWidth
        switch blur.kind {
        case .css3box:
            if width <= 1 { return }
            let last = width % 2 == 0 ? width + 1 : width
            addPremultiplied(.boxBlur(BoxKernel(boxes: [width, width, last]), blur.edge))
        case .apple3box:
            // The picture is rounded to 8 bits before the first box.
            let radius = width / 2
            addPremultiplied(.byteBox(0), .byteBox(radius), .byteBox(radius), .byteBox(radius))
        }
    }

    private mutating func add(_ blur: VariableBlur) {
        guard let mask = resources[blur.mask.picture] else {
            preconditionFailure("a picture is missing")
        }
        if blur.edge.introducesAlpha { addAlpha() }
        addPremultiplied(.variableBlur(blur, mask.header))
    }

    /// Adds stages that take premultiplied color.
    private mutating func addPremultiplied(_ operations: PlannedStage.Operation...) {
        append(.premultiply)
        for operation in operations { append(operation) }
        append(.unpremultiply)
    }

    private mutating func add(_ shadow: DropShadow) {
        // Beneath an opaque picture there is nothing to see.
        guard layout.hasAlpha else { return }
        if !layout.isColor && !shadow.color.isGray { append(.convert, layout: .rgba) }
        append(.shadow(shadow))
    }

    private mutating func addAlpha() {
        if !layout.hasAlpha { append(.convert, layout: layout.addingAlpha) }
    }
}

extension BoxBlur {
    /// The width of a box, in pixels.
    var boxWidth: Int { Int(Double(sigma) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5) }
}

extension StraightColor {
    /// Whether the three channels are the same.
    var isGray: Bool { red == green && green == blue }
}
