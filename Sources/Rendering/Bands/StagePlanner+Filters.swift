// SPDX-License-Identifier: Apache-2.0

import Effects
import Kernels
import Raster

extension StagePlanner {
    /// Adds the stages of filters, in order.
    ///
    /// Consecutive changes of color are combined where that does not change the result.
    mutating func add(_ filters: [Filter]) {
        for step in ColorStep.folding(filters) {
            switch step {
            case .matrix(let matrix): add(matrix)
            case .other(let filter): filter.rendered.addStages(to: &self)
            }
        }
    }

    /// Adds a change of color, and the channels that it requires.
    mutating func add(_ matrix: ColorMatrix) {
        if !layout.hasAlpha && !matrix.keepsOpaque { addAlpha() }
        if !layout.isColor {
            if matrix.preservesGray { return }
            if !matrix.mapsGrayToGray { addColor() }
        }
        append(matrix)
    }

    /// Adds an opaque alpha channel if there is none.
    mutating func addAlpha() {
        if !layout.hasAlpha { append(ConvertingStage.Plan(layout: layout.addingAlpha)) }
    }

    /// Adds color channels if there are none.
    mutating func addColor() {
        if layout.isColor { return }
        append(ConvertingStage.Plan(layout: layout.hasAlpha ? .rgba : .rgb))
    }
}

extension StraightColor {
    /// Whether the three channels are equal.
    var isGray: Bool { red == green && green == blue }
}
