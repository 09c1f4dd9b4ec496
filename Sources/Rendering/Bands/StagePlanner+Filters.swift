// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension StagePlanner {
    /// Adds the stages of filters, in order.
    ///
    /// Consecutive color matrices are combined where that does not change the result.
    mutating func add(_ filters: [Filter]) {
        let steps = ColorStep.folding(filters)
        let extents = FilterExtents(steps.map(\.reach), on: size)
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        var (before, extent) = (picture, picture)
        let multiplications = steps.multiplications
        for (index, step) in steps.enumerated() {
            isMultiplied = multiplications[index] > Self.usualMultiplication
            switch step {
            case .matrix(let matrix): add(matrix)
            case .other(let filter):
                let filter = filter.rendered
                switch filter.reach {
                case .none: filter.addStages(to: &self)
                case .picture:
                    show(before, of: &extent)
                    filter.addStages(to: &self)
                case .spread(let spread):
                    let shown = spread.result(of: extent).intersection(extents.needs[index])
                    let frame = shown.union(extent).relative(to: extent)
                    let result = filter.addStages(to: &self, showing: frame)
                    extent = PixelRect(
                        x: extent.x + result.x,
                        y: extent.y + result.y,
                        width: size.width,
                        height: size.height
                    )
                    show(shown, of: &extent)
                }
            }
            before = extents.pictures[index]
        }
        show(before, of: &extent)
        isMultiplied = false
    }

    /// The greatest product of slopes of color filters after a blur for which the error of the
    /// blur, a quarter of a level, grows to no more than a level.
    private static let usualMultiplication = 3.0

    /// Crops the rows to a rectangle, or adds transparent pixels up to it, and records the new
    /// extent.
    private mutating func show(_ frame: PixelRect, of extent: inout PixelRect) {
        add(extent: frame.relative(to: extent))
        extent = frame
    }

    /// Adds a stage that crops the image to a rectangle, or enlarges it with transparent pixels.
    ///
    /// - Parameter frame: The new extent, in pixels of the current one.
    mutating func add(extent frame: PixelRect) {
        let picture = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        if frame == picture { return }
        if !frame.isInside(picture) { addAlpha() }
        append(ExtentStage.Plan(frame: frame), keepsDepth: true)
    }

    /// Adds the stage of a color matrix, and before it the channels that the matrix requires.
    mutating func add(_ matrix: ColorMatrix) {
        if !layout.hasAlpha && !matrix.keepsOpaque { addAlpha() }
        if !layout.isColor {
            if matrix.preservesGray { return }
            if !matrix.mapsGrayToGray { addColor() }
        }
        if layout.hasAlpha && matrix.reveals { append(HiddenColors()) }
        append(matrix)
    }

    /// Adds a stage that adds an opaque alpha channel, if the image has none.
    mutating func addAlpha() {
        if !layout.hasAlpha { append(ConvertingStage.Plan(layout: layout.addingAlpha)) }
    }

    /// Adds a stage that converts gray to red, green and blue, if the image is gray.
    mutating func addColor() {
        if layout.isColor { return }
        append(ConvertingStage.Plan(layout: layout.hasAlpha ? .rgba : .rgb))
    }
}

extension [ColorStep] {
    /// The greatest factors by which each step and all later ones together multiply differences
    /// between samples.
    ///
    /// All 1 where no step reads other pixels, as only blurs ask for them.
    fileprivate var multiplications: [Double] {
        guard contains(where: { $0.reach != .none }) else {
            return Array<Double>(repeating: 1, count: count)
        }
        var (product, products) = (1.0, [Double]())
        for step in reversed() {
            product *= Swift.max(1, step.greatestSlope)
            products.append(product)
        }
        return products.reversed()
    }
}

extension ColorStep {
    /// The greatest factor by which a filter multiplies differences between samples; 1 for filters
    /// that only average.
    fileprivate var greatestSlope: Double {
        switch self {
        case .matrix(let matrix): matrix.greatestSlope
        case .other(.grade(let grade)): grade.greatestSlope
        case .other(.detail(let detail)): detail.kind.greatestSlope
        case .other(.neighborhood(let neighborhood)): neighborhood.kind.greatestSlope
        // A histogram of few colors is stretched without bound.
        case .other(.statistic): 256
        case .other: 1
        }
    }
}

extension Detail.Kind {
    /// The greatest factor by which the mix multiplies differences between samples.
    fileprivate var greatestSlope: Double {
        switch self {
        case .sharpen(let amount): 1 + amount
        case .bloom, .gloom: 1
        // The derivative of x · S(x), with S(x) = x² (3 − 2x), is at most 1.7.
        case .smooth(_, let sharpness): 2 * (1 + sharpness)
        }
    }
}

extension Neighborhood.Kind {
    /// The greatest factor by which the function multiplies differences between samples.
    fileprivate var greatestSlope: Double {
        switch self {
        case .convolution(let weights): weights.reduce(0) { $0 + $1.magnitude }
        // Sobel's weights divided by 4 add up to 2, across and down.
        case .gradient(let amount): 2 * 2.0.squareRoot() * amount
        case .median, .disc, .box: 1
        }
    }
}

extension ColorGrade {
    /// The greatest factor by which the curves and matrices multiply differences between samples.
    fileprivate var greatestSlope: Double {
        steps.reduce(1) { slope, step in
            switch step {
            case .matrix(let matrix): slope * matrix.greatestSlope
            case .curves(let curves): slope * curves.greatestSlope
            // The factor depends on the color as well: 2, and its change over the whole range.
            case .scaling: slope * 3
            }
        }
    }
}

extension StraightColor {
    /// Whether the three channels are equal.
    var isGray: Bool { red == green && green == blue }
}
